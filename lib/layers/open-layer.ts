import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { notFound, ServiceError } from "@/lib/errors";
import { type ResolvedLayerSpec, resolveLayerSpec } from "./resolve-layer-spec";
import type { LayerQuery } from "./schema";

/** What the layer is called in file names and headings: its own name, or its question and rule. */
export type OpenedLayer = { name: string; layer: ResolvedLayerSpec };

type Wanted = Pick<LayerQuery, "studyId" | "layerId" | "layer" | "spec" | "question" | "rule" | "roundId">;

/** The layer that a request names: by id, by name, as a spec, or as a rule in short. */
export async function openLayer(ctx: ServiceContext, query: Wanted): Promise<OpenedLayer> {
  const { studyId, spec, question, roundId } = query;
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);
  const stored = await findStored(ctx, query);
  if (stored) {
    if (question !== undefined || roundId !== undefined)
      throw new ServiceError("bad_input", `The layer ${stored.name} has its own question and rounds: leave them out.`);

    return { name: stored.name, layer: await resolveLayerSpec(ctx, studyId, stored.rule) };
  }
  const rule = query.layer === undefined ? query.rule : await namedRule(ctx, studyId, query.layer);
  const wanted = spec ?? { question, rule, ...(roundId && { roundIds: [roundId] }) };
  const layer = await resolveLayerSpec(ctx, studyId, wanted);

  return { name: `${layer.subject.question}-${layer.spec.rule.kind.replaceAll("_", "-")}`, layer };
}

async function findStored(ctx: ServiceContext, { studyId, layerId, layer }: Wanted) {
  if (layerId === undefined && layer === undefined) return null;
  const stored = await database(ctx).layer.findFirst({
    where: { studyId, ...(layerId === undefined ? { name: layer ?? "" } : { id: layerId }) },
    select: { name: true, rule: true },
  });
  if (!stored && layerId !== undefined) throw notFound("This layer");

  return stored;
}

/** majority, judge:NAME and rater:NAME need not be stored; names and pseudonyms both do. */
async function namedRule(ctx: ServiceContext, studyId: string, name: string): Promise<LayerQuery["rule"]> {
  if (name === "majority") return { kind: "majority", tie: "no_label", least: 1 };
  const [kind = "", ...rest] = name.split(":");
  const who = rest.join(":");
  const judge = kind === "judge";
  if (!judge && (kind !== "rater" || who === "")) throw await noLayer(ctx, studyId, name);
  const raters = await database(ctx).rater.findMany({
    where: { studyId, kind: judge ? "judge" : "human" },
    select: { id: true, name: true, pseudonym: true },
    orderBy: { pseudonym: "asc" },
  });
  const found = raters.find((row) => row.name === who || row.pseudonym === who);
  // Of people only pseudonyms are told: their names are nobody's business here.
  const known = raters.map((row) => (judge ? (row.name ?? row.pseudonym) : row.pseudonym)).join(", ") || "none";
  if (!found) throw new ServiceError("not_found", `There is no ${kind} ${who}. There are: ${known}.`);

  return judge ? { kind: "judge", judgeId: found.id } : { kind: "rater", raterId: found.id };
}

async function noLayer(ctx: ServiceContext, studyId: string, name: string): Promise<ServiceError> {
  const rows = await database(ctx).layer.findMany({
    where: { studyId },
    select: { name: true },
    orderBy: { name: "asc" },
  });
  const known = rows.map((row) => row.name).join(", ") || "none yet";

  return new ServiceError(
    "not_found",
    `There is no layer ${name}. Stored layers: ${known}. Without storing: majority, judge:NAME, rater:NAME.`,
  );
}
