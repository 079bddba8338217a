import { createHash } from "node:crypto";
import { requireRole } from "@/lib/auth/require-role";
import { canonicalJson } from "@/lib/codebooks/canonical-json";
import type { Codebook } from "@/lib/codebooks/schema";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { notFound, ServiceError } from "@/lib/errors";
import { readCodebook } from "@/lib/studies/read-codebook";
import { loadStudyVersions } from "@/lib/studies/version-mapping";
import { checkOptions, fillRule, type LayerSubject, layerSubject } from "./layer-subject";
import { type RuleNeeds, ruleNeeds } from "./rule-needs";
import { readVersions, type VersionReading } from "./version-reading";
import { LayerSpec } from "./wire";

/** An item's fields that count how often a work is cited: the one that gives the number, and the one with its windows. */
export type MentionFields = { given: string | null; windows: string | null };

export type ResolvedCut =
  | { kind: "targets"; name: string; targetSetId: string; split: string | null }
  | { kind: "layer"; name: string; layer: ResolvedLayerSpec; labels: readonly string[] | null };

/** A layer's spec with everything it names looked up and checked. What is in it is for lib/layers alone to rely on. */
export type ResolvedLayerSpec = {
  studyId: string;
  spec: LayerSpec;
  ruleHash: string;
  rows: "item" | "edge";
  subject: LayerSubject;
  /** By question that the layer reads: the options that count. */
  optionsOf: ReadonlyMap<string, readonly string[]>;
  reading: VersionReading;
  needs: RuleNeeds;
  roundIds: string[];
  codebookVersion: number;
  mentionFields: MentionFields | null;
  cuts: ResolvedCut[];
};

/** Stored layers may be cut with stored layers; deeper than this nobody can say any more what a row means. */
const DEEPEST = 5;

/** Who may see layers; and what the spec names, checked: unknown and foreign ids are answered alike. */
export async function resolveLayerSpec(
  ctx: ServiceContext,
  studyId: string,
  input: unknown,
  depth = 0,
): Promise<ResolvedLayerSpec> {
  const spec = LayerSpec.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);
  const version = spec.codebookVersion;
  const book = await readCodebook(ctx, { studyId, ...(version !== undefined && { version }) });
  const subject = subjectOf(book.codebook, spec);
  const rule = fillRule(spec.rule, subject, book.codebook);
  const needs = ruleNeeds(rule);
  await checkRaters(ctx, studyId, spec, needs);
  checkFields(book.codebook, spec);
  const options = optionsOf(book.codebook, spec, subject);
  const versions = await loadStudyVersions(ctx, studyId, book.version);

  return {
    studyId,
    spec: { ...spec, rule },
    ruleHash: ruleHashOf(spec),
    rows: rule.kind === "edge" ? "edge" : "item",
    subject,
    optionsOf: options,
    reading: readVersions(versions, [...options.keys()]),
    needs,
    roundIds: await roundIdsOf(ctx, studyId, spec),
    codebookVersion: book.version,
    mentionFields: mentionFieldsOf(book.codebook, spec),
    cuts: await cutsOf(ctx, studyId, spec, rule.kind === "edge" ? "edge" : "item", depth),
  };
}

/** sha-256 of the spec's canonical JSON: two layers with one hash are one rule. */
export function ruleHashOf(spec: LayerSpec): string {
  return createHash("sha256").update(canonicalJson(spec)).digest("hex");
}

function subjectOf(codebook: Codebook, spec: LayerSpec): LayerSubject {
  const { rule } = spec;
  if (rule.kind !== "must_cite") return layerSubject(codebook, spec.question);
  const question = spec.question ?? "must_cite";

  return { question, title: "Must-cite", scale: "binary", options: [rule.yes, rule.no], sources: [] };
}

function optionsOf(codebook: Codebook, { rule }: LayerSpec, subject: LayerSubject): ReadonlyMap<string, string[]> {
  if (rule.kind !== "must_cite") return new Map([[subject.question, subject.options]]);
  const types = [rule.typeI, rule.typeII].map((type) => layerSubject(codebook, type.question));

  return new Map(types.map(({ question, options }) => [question, options]));
}

async function checkRaters(ctx: ServiceContext, studyId: string, spec: LayerSpec, needs: RuleNeeds): Promise<void> {
  const probability = spec.rule.kind === "edge" ? spec.rule.probabilityJudgeId : undefined;
  const judges = new Set([...needs.judgeIds, ...(probability ? [probability] : [])]);
  const wanted = new Set([...judges, ...needs.raterIds, ...(spec.filters.withoutRaterIds ?? [])]);
  const rows = await database(ctx).rater.findMany({
    where: { studyId, id: { in: [...wanted] } },
    select: { id: true, kind: true },
  });
  const kinds = new Map(rows.map((row) => [row.id, row.kind]));
  for (const id of wanted) if (!kinds.has(id)) throw notFound(judges.has(id) ? "This judge" : "This rater");
  for (const id of needs.personIds) if (kinds.get(id) !== "human") throw notFound("This rater");
  for (const id of judges) if (kinds.get(id) !== "judge") throw notFound("This judge");
}

function checkFields(codebook: Codebook, { filters }: LayerSpec): void {
  for (const { field, is, atLeast, atMost } of filters.fields ?? []) {
    const found = codebook.item.fields.find((entry) => entry.id === field);
    if (!found || found.type === "count") throw bad(`Items of this study have no field ${field} to be filtered by.`);
    if (is === undefined && atLeast === undefined && atMost === undefined)
      throw bad(`The filter on ${field} asks for nothing: give is, atLeast or atMost.`);
  }
}

function mentionFieldsOf(codebook: Codebook, { rule }: LayerSpec): MentionFields | null {
  if (rule.kind !== "must_cite") return null;
  const fields = mentionFields(codebook);
  if (!fields) throw bad("Items of this study have no count of mentions, so must-cite has no third type here.");

  return fields;
}

export function mentionFields(codebook: Codebook): MentionFields | null {
  const field = codebook.item.fields.find((entry) => entry.type === "count");

  return field ? { given: field.given ?? null, windows: field.of ?? null } : null;
}

async function roundIdsOf(ctx: ServiceContext, studyId: string, { roundIds }: LayerSpec): Promise<string[]> {
  const rows = await database(ctx).round.findMany({
    where: roundIds ? { studyId, id: { in: roundIds } } : { studyId, purpose: { notIn: ["corpus", "practice"] } },
    select: { id: true },
    orderBy: { id: "asc" },
  });
  if (roundIds && rows.length < new Set(roundIds).size) throw notFound("This round");

  return rows.map((row) => row.id);
}

async function cutsOf(
  ctx: ServiceContext,
  studyId: string,
  spec: LayerSpec,
  rows: "item" | "edge",
  depth: number,
): Promise<ResolvedCut[]> {
  const cuts: ResolvedCut[] = [];
  for (const cut of spec.within) {
    if ("targetSetId" in cut) {
      const set = await database(ctx).targetSet.findFirst({
        where: { studyId, id: cut.targetSetId },
        select: { name: true },
      });
      if (!set) throw notFound("This target set");
      const name = cut.split === undefined ? set.name : `${set.name}, split ${cut.split}`;
      cuts.push({ kind: "targets", name, targetSetId: cut.targetSetId, split: cut.split ?? null });
      continue;
    }
    if (depth >= DEEPEST) throw bad(`Layers cut with layers are followed ${DEEPEST} deep, and this one goes deeper.`);
    const row = await database(ctx).layer.findFirst({
      where: { studyId, id: cut.layerId },
      select: { name: true, rule: true },
    });
    if (!row) throw notFound("This layer");
    const layer = await resolveLayerSpec(ctx, studyId, row.rule, depth + 1);
    if (layer.rows !== rows)
      throw bad(
        `${row.name} has one row an ${layer.rows}, this layer one row an ${rows}: they have no rows in common.`,
      );
    if (cut.labels) checkOptions(cut.labels, layer.subject);
    cuts.push({ kind: "layer", name: row.name, layer, labels: cut.labels ?? null });
  }

  return cuts;
}

function bad(message: string): ServiceError {
  return new ServiceError("bad_input", message);
}
