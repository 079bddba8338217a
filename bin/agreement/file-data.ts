import { UsageError } from "@/bin/command";
import type { PatternTable } from "@/lib/agreement/pattern-table";
import { selectRaters } from "@/lib/agreement/select-raters";
import type { AgreementData } from "./agreement-report";
import { declareCategories } from "./declare-categories";
import { ADJUDICATED } from "./judges";
import { labelTable } from "./label-table";
import { raterPairs } from "./pair-measures";
import { type FileOptions, readLabelFile } from "./read-label-file";
import type { ReferenceChoice, Scale } from "./wire";

export type FileQuestion = FileOptions & {
  scale: Scale;
  categories?: readonly string[];
  judges: string[];
  reference: ReferenceChoice;
  abstain: string[];
};

/** A file of labels as the data of a report, with what was assumed about it. */
export async function fileData(
  bytes: AsyncIterable<Uint8Array>,
  question: FileQuestion,
): Promise<{ data: AgreementData; notices: string[] }> {
  const raw = await readLabelFile(bytes, question);
  const { abstain } = question;
  // UNSURE has no place on a scale, so it is declared apart and stands last.
  const answers = raw.labels.filter((label) => !abstain.includes(label.text));
  const declared = declareCategories(answers, {
    ...question,
    ...(question.categories && { categories: question.categories.filter((name) => !abstain.includes(name)) }),
  });
  const { values, ...rest } = declared;
  const all = abstain.length === 0 ? declared : { ...rest, categories: [...declared.categories, ...abstain] };
  const whole = labelTable(raw, all);
  const table = abstain.length > 0 && values ? withValues(whole, values, abstain.length) : whole;
  const { data, notices } = splitRaters(table, question);

  return { data, notices: [...raw.notices, ...declared.notices, ...notices] };
}

/** Numbers for the answers; the abstentions' are never read, since every measure of distance leaves them out. */
function withValues(table: PatternTable, values: readonly number[], abstentions: number): PatternTable {
  return { ...table, values: [...values, ...new Array<number>(abstentions).fill(0)] };
}

/** Who is a human, who a judge, and which column holds settled labels. */
function splitRaters(
  table: PatternTable,
  { judges, reference, abstain }: FileQuestion,
): { data: AgreementData; notices: string[] } {
  const absent = judges.find((judge) => !table.raters.includes(judge));
  if (absent !== undefined) {
    throw new UsageError(`There is no rater ${absent} to be a judge. There are: ${table.raters.join(", ")}.`);
  }
  const settled = table.raters.includes(ADJUDICATED) && !judges.includes(ADJUDICATED);
  if (reference === "adjudicated" && !settled) {
    throw new UsageError(`--reference adjudicated needs a rater or column named "${ADJUDICATED}".`);
  }
  const humans = table.raters.filter((rater) => !judges.includes(rater) && !(settled && rater === ADJUDICATED));
  if (humans.length === 0) throw new UsageError("Nobody is left to compare with: every rater was named as a judge.");
  const beside = settled ? [ADJUDICATED] : [];
  const distinct = [...new Set(judges)];

  return {
    data: {
      humans: selectRaters(table, humans),
      judges: distinct.map((judge) => ({ judge, table: selectRaters(table, [...humans, judge, ...beside]) })),
      judgePairs: raterPairs(distinct).map(([a, b]) => ({ a, b, table: selectRaters(table, [a, b]) })),
      abstain,
    },
    notices:
      settled && reference !== "adjudicated"
        ? [`The column "${ADJUDICATED}" was left out of the raters; it is the reference with --reference adjudicated.`]
        : [],
  };
}
