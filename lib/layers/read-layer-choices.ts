import { IMPORTED_ADJUDICATOR } from "@/lib/adjudication/settled-adjudications";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { readCodebook } from "@/lib/studies/read-codebook";
import { listLayers } from "./list-layers";
import { mentionFields } from "./resolve-layer-spec";
import { LayerChoicesInput } from "./schema";
import type { LayerChoices, LayerSpec } from "./wire";

/** A study of thousands of strata is cut by its fields instead. */
const MOST_STRATA = 200;

/** What a rule of the study may name: for the form, and to say rules in words. */
export async function readLayerChoices(ctx: ServiceContext, input: unknown): Promise<LayerChoices> {
  const { studyId, version } = LayerChoicesInput.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);
  const db = database(ctx);
  const [book, raters, rounds, strata, targetSets, splits, layers] = await Promise.all([
    readCodebook(ctx, { studyId, ...(version !== undefined && { version }) }),
    db.rater.findMany({
      where: { studyId },
      select: { id: true, pseudonym: true, kind: true, name: true, userId: true },
      orderBy: { pseudonym: "asc" },
    }),
    db.round.findMany({
      where: { studyId, purpose: { notIn: ["corpus", "practice"] } },
      select: { id: true, name: true },
      orderBy: { ordinal: "asc" },
    }),
    db.$queryRaw<{ stratum: string }[]>`
      SELECT DISTINCT m.stratum FROM "SampleItem" m WHERE m."studyId" = ${studyId}::uuid AND m.stratum <> ''
      ORDER BY 1 LIMIT ${MOST_STRATA}`,
    db.targetSet.findMany({ where: { studyId }, select: { id: true, name: true }, orderBy: { name: "asc" } }),
    db.$queryRaw<{ setId: string; split: string }[]>`
      SELECT DISTINCT e."setId", e.split FROM "TargetEntry" e WHERE e."studyId" = ${studyId}::uuid AND e.split <> ''
      ORDER BY 1, 2`,
    listLayers(ctx, { studyId, retired: true }),
  ]);
  const { codebook } = book;
  const isImport = (row: (typeof raters)[number]) => row.userId === null && row.name === IMPORTED_ADJUDICATOR;

  const questions = [...codebook.questions, ...codebook.derived.filter((derived) => !derived.ofItem)].map(
    (question) => ({
      id: question.id,
      title: question.title,
      scale: question.scale,
      options: question.options
        .filter((option) => !("askedOf" in option) || option.askedOf !== "judge")
        .map(({ id, label }) => ({ id, label })),
    }),
  );
  const labelsOf = ({ rule, question }: LayerSpec) =>
    rule.kind === "must_cite"
      ? [rule.yes, rule.no]
      : (questions.find(({ id }) => id === question)?.options ?? []).map((option) => option.id);

  return {
    codebookVersion: book.version,
    questions,
    fields: codebook.item.fields
      .filter(({ type }) => !["count", "window", "contexts"].includes(type))
      .map(({ id, label, type }) => ({ id, label, number: type === "integer" || type === "number" })),
    mentions: mentionFields(codebook) !== null,
    rounds,
    raters: raters
      .filter((row) => row.kind === "human" && !isImport(row))
      .map(({ id, pseudonym }) => ({ id, name: pseudonym })),
    judges: raters
      .filter((row) => row.kind === "judge")
      .map(({ id, name, pseudonym }) => ({ id, name: name ?? pseudonym })),
    strata: strata.map((row) => row.stratum),
    targetSets: targetSets.map(({ id, name }) => ({
      id,
      name,
      splits: splits.filter((row) => row.setId === id).map((row) => row.split),
    })),
    layers: layers.map(({ layerId, name, spec, retiredAt }) => ({
      id: layerId,
      name,
      rows: spec.rule.kind === "edge" ? ("edge" as const) : ("item" as const),
      labels: labelsOf(spec),
      retired: retiredAt !== null,
    })),
  };
}
