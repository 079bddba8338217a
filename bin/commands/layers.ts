import { type Command, parseCommand, print, printJson, printTable, UsageError, withDatabase } from "@/bin/command";
import { findStudy } from "@/bin/find-study";
import { readLayerSpec } from "@/bin/layer-spec";
import type { ServiceContext } from "@/lib/context";
import { compareLayers } from "@/lib/layers/compare-layers";
import { createLayer } from "@/lib/layers/create-layer";
import { exploreMustCite } from "@/lib/layers/explore-must-cite";
import { layerSteps } from "@/lib/layers/layer-steps";
import { listLayers } from "@/lib/layers/list-layers";
import { retireLayer } from "@/lib/layers/retire-layer";
import type { LayerSteps } from "@/lib/layers/wire";

type Given = { json: boolean; layer?: string; spec?: string; name?: string; note?: string; with?: string };

export const command: Command = {
  name: "layers",
  summary: "list, create, steps, compare, must-cite, retire",
  usage: `
assay layers list --study S
assay layers create --study S --name NAME --spec FILE [--note TEXT]     a rule in YAML or JSON: docs/layers.md
assay layers steps --study S --layer NAME | --spec FILE                 size at each step, class balance, ties
assay layers compare --study S --layer NAME --with NAME                 rows of both, of one alone, differing labels
assay layers must-cite --study S --layer NAME | --spec FILE             what each threshold N would admit
assay layers retire --study S --layer NAME
    NAME: a stored layer, or majority, judge:NAME, rater:PSEUDONYM`,
  async run(args) {
    const text = { type: "string" as const };
    const options = { study: text, layer: text, spec: text, name: text, note: text, with: text };
    const { values, positionals } = parseCommand(args, options);
    const [verb] = positionals;

    return withDatabase(async (ctx) => {
      const { studyId } = await findStudy(ctx, values.study);
      if (verb === "list") await list(ctx, studyId, values);
      else if (verb === "create") await create(ctx, studyId, values);
      else if (verb === "steps") await steps(ctx, studyId, values);
      else if (verb === "compare") await compare(ctx, studyId, values);
      else if (verb === "must-cite") await mustCite(ctx, studyId, values);
      else if (verb === "retire") await retire(ctx, studyId, values);
      else throw new UsageError(verb ? `assay layers has no verb ${verb}.` : "What should be done with the layers?");

      return 0;
    });
  },
};

async function list(ctx: ServiceContext, studyId: string, { json }: Given): Promise<void> {
  const layers = await listLayers(ctx, { studyId });
  if (json) printJson(layers);
  else
    printTable(
      layers.map(({ name, spec, ruleHash, note }) => ({
        name,
        question: spec.question,
        rule: spec.rule.kind,
        codebook: spec.codebookVersion,
        hash: ruleHash.slice(0, 12),
        note,
      })),
      { empty: "No layers yet. Make one: assay layers create" },
    );
}

async function create(ctx: ServiceContext, studyId: string, given: Given): Promise<void> {
  if (!given.name) throw new UsageError("What is it called? Give --name NAME.");
  const spec = await readLayerSpec(ctx, studyId, given.spec);
  const made = await createLayer(ctx, { studyId, name: given.name, note: given.note ?? "", spec });
  if (given.json) return printJson(made);
  print(`Made the layer ${made.name} (rule ${made.ruleHash.slice(0, 12)}).`);
  if (made.sameRuleAs.length > 0) print(`The same rule stands under: ${made.sameRuleAs.join(", ")}.`);
}

async function which(ctx: ServiceContext, studyId: string, { layer, spec }: Given): Promise<object> {
  if ((layer === undefined) === (spec === undefined))
    throw new UsageError("Which layer? Give --layer NAME or --spec FILE.");

  return layer === undefined ? { spec: await readLayerSpec(ctx, studyId, spec) } : { layer };
}

async function steps(ctx: ServiceContext, studyId: string, given: Given): Promise<void> {
  const result = await layerSteps(ctx, { studyId, ...(await which(ctx, studyId, given)) });
  if (given.json) return printJson(result);
  printTable(stepRows(result));
  print("");
  printTable(
    result.byLabel.map(({ label, rows, share }) => ({
      label,
      rows,
      share: share === null ? "" : `${(share * 100).toFixed(1)} %`,
    })),
  );
  print("");
  printTable(result.byDecided);
}

function stepRows(result: LayerSteps): { step: string; n: number }[] {
  return [
    { step: "items", n: result.items },
    { step: "pass the item filters", n: result.matching },
    { step: "of these drawn in a sample", n: result.sampled },
    { step: `${result.rows}s labelled`, n: result.labelled },
    { step: `${result.rows}s with a label of the layer`, n: result.decided },
    ...result.cuts.map(({ name, rows }) => ({ step: `within ${name}`, n: rows })),
    { step: "kept", n: result.kept },
  ];
}

async function compare(ctx: ServiceContext, studyId: string, given: Given): Promise<void> {
  if (!given.layer || !given.with) throw new UsageError("Which two layers? Give --layer NAME --with NAME.");
  const result = await compareLayers(ctx, { studyId, first: { layer: given.layer }, second: { layer: given.with } });
  if (given.json) return printJson(result);
  const { both, differing, onlyFirst, onlySecond, table } = result;
  print(
    `In both ${both}, of these ${differing} with another label; only ${given.layer} ${onlyFirst}, only ${given.with} ${onlySecond}.`,
  );
  print("");
  printTable(
    table.map(({ first, second, rows }) => ({ [given.layer ?? ""]: first, [given.with ?? " "]: second, rows })),
  );
}

async function mustCite(ctx: ServiceContext, studyId: string, given: Given): Promise<void> {
  const stored = (await listLayers(ctx, { studyId, retired: true })).find((row) => row.name === given.layer);
  const spec = given.spec ? await readLayerSpec(ctx, studyId, given.spec) : stored?.spec;
  if (!spec) throw new UsageError("Which must-cite layer? Give --layer NAME or --spec FILE.");
  const result = await exploreMustCite(ctx, { studyId, spec });
  if (given.json) return printJson(result);
  print(`${result.references} references; ${result.mentionsGiven} give their mentions, the others' are their windows.`);
  for (const { count, known, points } of result.curves) {
    print(`\nBy ${count} (${known} known)`);
    printTable(
      points.map((point) => ({
        N: point.n,
        "share at least": percent(point.shareAtLeast),
        "share at most": percent(point.shareAtMost),
        "must-cite": point.mustCite,
      })),
    );
  }
  print("");
  printTable(result.overlap.map(({ region, rows }) => ({ types: region, references: rows })));
}

function percent(share: number | null): string {
  return share === null ? "" : `${(share * 100).toFixed(1)} %`;
}

async function retire(ctx: ServiceContext, studyId: string, given: Given): Promise<void> {
  const stored = (await listLayers(ctx, { studyId, retired: true })).find((row) => row.name === given.layer);
  if (!stored) throw new UsageError("Which layer? Give --layer NAME, one that assay layers list shows.");
  const result = await retireLayer(ctx, { studyId, layerId: stored.layerId });
  if (given.json) printJson(result);
  else print(`The layer ${stored.name} is retired. What rests on it still finds it.`);
}
