import { type Command, parseCommand, UsageError } from "@/bin/command";
import { filesIn } from "@/bin/extract/files-in";
import { formatOf } from "@/bin/extract/read-corpus";
import { discoverOpenings } from "@/bin/mine/discover-openings";
import { expandFile, extendConnectives } from "@/bin/mine/make-lexicon";
import { mineFiles } from "@/bin/mine/mine-files";
import { readLexicon } from "@/bin/mine/read-lexicon";
import { RATIO_DATES } from "@/lib/corpus/mining/temporal-split";

/** RATIO's experts look at so many pairs of a marker, and read so many openings by hand. */
const PAIRS = 15;
const TOP = 400;

function whole(option: string, given: string | undefined, otherwise: number): number {
  if (given === undefined) return otherwise;
  const number = Number(given);
  if (!Number.isSafeInteger(number) || number < 1) throw new UsageError(`--${option} is a whole number from 1.`);

  return number;
}

function day(option: string, given: string | undefined, otherwise: string): string {
  if (given !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(given)) throw new UsageError(`--${option} is YYYY-MM-DD.`);

  return given ?? otherwise;
}

export const command: Command = {
  name: "mine",
  summary: "sentence pairs by discourse markers, and lexicons of markers",
  usage: `
assay mine FILE… --lexicon FILE|starter [--out FILE] [--distractors FILE] [--vetting FILE] [--json]
    [--train-until 2025-09-30] [--valid-until 2025-12-31]
    pairs of adjacent sentences whose second opens with a marker, as JSON lines: items of the codebook marker-pair
    --distractors: pairs of distractor classes, for a pool; --vetting: each marker of the three relations
    that fired with sampled pairs, as items of marker-vetting; --json prints the counts (origin × class, each marker fired and kept)
assay mine FILE… --discover [--top 400] [--lexicon FILE] [--out FILE] [--json]
    the commonest sentence openings of at most seven words up to a comma that the lexicon has not, as items of marker-vetting
assay mine FILE… --extend CONNECTIVES [--least 2] [--out FILE] [--json]
    what connectives (a lexicon file) are followed by, at most five words up to a comma: a lexicon, unvetted
assay mine --expand-templates TEMPLATES [--out FILE] [--json]
    templates of slots and lists (YAML or JSON): a lexicon, unvetted
  each: [--format auto|tei|jats|acm-cr|s2orc|unarxive|nougat|masterset]  sampled: [--pairs 15] [--seed TEXT]
FILE may be a folder. Files that cannot be read are listed at the end; exit code 1 if there were any.`,
  async run(args) {
    const text = { type: "string" as const };
    const flag = { type: "boolean" as const, default: false };
    const { values, positionals } = parseCommand(args, {
      lexicon: text,
      out: text,
      distractors: text,
      vetting: text,
      format: text,
      seed: text,
      pairs: text,
      top: text,
      least: text,
      discover: flag,
      extend: text,
      "expand-templates": text,
      "train-until": text,
      "valid-until": text,
    });
    const modes = [values.discover, values.extend, values["expand-templates"]].filter(Boolean).length;
    if (modes > 1) throw new UsageError("One of --discover, --extend and --expand-templates at a time.");
    const { out, json } = values;
    if (values["expand-templates"] !== undefined) return expandFile(values["expand-templates"], out, json);
    const files = await filesIn(positionals);
    const format = formatOf(values.format);
    const seed = values.seed ?? "assay";
    const pairs = whole("pairs", values.pairs, PAIRS);
    if (values.extend !== undefined) {
      const connectives = await readLexicon(values.extend);

      return extendConnectives({ connectives, files, format, least: whole("least", values.least, 2), out, json });
    }
    if (values.discover) {
      const known = values.lexicon === undefined ? [] : await readLexicon(values.lexicon);

      return discoverOpenings({ files, format, known, top: whole("top", values.top, TOP), pairs, seed, out, json });
    }
    if (values.lexicon === undefined) throw new UsageError("Name a lexicon: --lexicon FILE, or --lexicon starter.");
    const dates = {
      trainUntil: day("train-until", values["train-until"], RATIO_DATES.trainUntil),
      validUntil: day("valid-until", values["valid-until"], RATIO_DATES.validUntil),
    };
    if (dates.trainUntil >= dates.validUntil) throw new UsageError("--train-until must be before --valid-until.");
    const markers = await readLexicon(values.lexicon);

    return mineFiles({
      files,
      format,
      markers,
      dates,
      seed,
      pairs,
      out,
      distractors: values.distractors,
      vetting: values.vetting,
      json,
    });
  },
};
