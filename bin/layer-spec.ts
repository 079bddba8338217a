import { readFile } from "node:fs/promises";
import { readYaml } from "@/lib/codebooks/read-yaml";
import type { ServiceContext } from "@/lib/context";
import { ServiceError } from "@/lib/errors";
import { listJudges } from "@/lib/judges/list-judges";
import { listLayers } from "@/lib/layers/list-layers";
import { listTargetSets } from "@/lib/pools/list-target-sets";
import { listRounds } from "@/lib/sampling/list-rounds";
import { listRaters } from "@/lib/studies/list-raters";
import { UsageError } from "./command";

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
type Names = Map<string, string>;

/** A layer's spec from a YAML or JSON file, in which judges, raters, rounds, target sets and layers may stand by name. */
export async function readLayerSpec(ctx: ServiceContext, studyId: string, file: string | undefined): Promise<unknown> {
  if (!file) throw new UsageError("Where is the rule? Give --spec FILE (YAML or JSON; docs/layers.md).");
  const read = readYaml(await readFile(file, "utf8"));
  if (!read.ok) {
    const faults = read.faults.map(({ line, column, reason }) => ({ file, line, column, reason }));
    throw new ServiceError("bad_input", "The rule could not be read. Nothing was made.", { faults });
  }

  return withIds(read.value, "", await namesOf(ctx, studyId));
}

async function namesOf(ctx: ServiceContext, studyId: string): Promise<Record<string, Names>> {
  const [judges, raters, rounds, sets, layers] = await Promise.all([
    listJudges(ctx, { studyId }),
    listRaters(ctx, { studyId }),
    listRounds(ctx, { studyId }),
    listTargetSets(ctx, { studyId }),
    listLayers(ctx, { studyId, retired: true }),
  ]);
  const judge: Names = new Map(
    judges.flatMap((row) => [row.name ?? row.pseudonym, row.pseudonym].map((name) => [name, row.raterId] as const)),
  );
  const rater: Names = new Map([...judge, ...raters.map((row) => [row.pseudonym, row.raterId] as const)]);
  const round: Names = new Map(rounds.map((row) => [row.name, row.roundId]));

  return {
    judgeId: judge,
    judgeIds: judge,
    probabilityJudgeId: judge,
    raterId: rater,
    raterIds: rater,
    withoutRaterIds: rater,
    roundIds: round,
    targetSetId: new Map(sets.map((row) => [row.name, row.targetSetId])),
    layerId: new Map(layers.map((row) => [row.name, row.layerId])),
  };
}

function withIds(value: unknown, key: string, names: Record<string, Names>): unknown {
  if (Array.isArray(value)) return value.map((part) => withIds(part, key, names));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withIds(part, name, names)]));
  }
  const known = names[key];
  if (!known || typeof value !== "string" || UUID.test(value)) return value;
  const id = known.get(value);
  if (id === undefined)
    throw new ServiceError(
      "not_found",
      `${key}: there is no ${value} in this study. There are: ${[...known.keys()].join(", ") || "none"}.`,
    );

  return id;
}
