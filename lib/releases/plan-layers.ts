import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { ServiceError } from "@/lib/errors";
import { type ResolvedLayerSpec, resolveLayerSpec } from "@/lib/layers/resolve-layer-spec";

/** A layer as a release names it: `name` is safe in paths, `title` is as people wrote it. */
export type PlanLayer = { name: string; title: string; note: string; resolved: ResolvedLayerSpec };

/**
 * The layers that a plan names: stored ones, `majority` (of the codebook's first question, or `majority:QUESTION`) and
 * `judge:NAME`. All that is unknown is told at once.
 */
export async function planLayers(
  ctx: ServiceContext,
  studyId: string,
  titles: readonly string[],
  roundIds: readonly string[] | null,
): Promise<PlanLayer[]> {
  const stored = await database(ctx).layer.findMany({ where: { studyId, name: { in: [...titles] } } });
  const judges = await database(ctx).rater.findMany({ where: { studyId, kind: "judge" } });
  const layers: PlanLayer[] = [];
  const unknown: string[] = [];
  for (const title of new Set(titles)) {
    const row = stored.find((entry) => entry.name === title);
    const spec = row ? row.rule : builtIn(title, judges, roundIds);
    if (spec === undefined) unknown.push(title);
    else layers.push({ name: "", title, note: row?.note ?? "", resolved: await resolveLayerSpec(ctx, studyId, spec) });
  }
  if (unknown.length > 0)
    throw new ServiceError("bad_input", `There is no layer ${unknown.join(", nor ")}. Nothing was made.`);
  const names = pathNames(layers.map((layer) => layer.title));

  return layers.map((layer, place) => ({ ...layer, name: names[place] ?? "" }));
}

function builtIn(
  title: string,
  judges: readonly { id: string; name: string | null; pseudonym: string }[],
  roundIds: readonly string[] | null,
): unknown {
  const [kind = "", ...rest] = title.split(":");
  const named = rest.join(":");
  const rounds = roundIds ? { roundIds: [...roundIds] } : {};
  if (kind === "majority") return { rule: { kind: "majority" }, ...rounds, ...(named && { question: named }) };
  if (kind !== "judge") return undefined;
  const judge = judges.find((entry) => entry.name === named || entry.pseudonym === named);

  return judge && { rule: { kind: "judge", judgeId: judge.id } };
}

/** Each name as a path may hold it, different from the others: "Gold (2026)" and "gold 2026" do not collide. */
export function pathNames(titles: readonly string[]): string[] {
  const taken = new Set<string>();

  return titles.map((title) => {
    const plain = title
      .normalize("NFKD")
      .replace(/[^A-Za-z0-9._-]+/g, "-")
      .replace(/^[^A-Za-z0-9]+|-+$/g, "")
      .slice(0, 60);
    const base = plain === "" ? "layer" : plain;
    let name = base;
    // Disks that know no case would take Gold for gold.
    for (let n = 2; taken.has(name.toLowerCase()); n += 1) name = `${base}-${n}`;
    taken.add(name.toLowerCase());

    return name;
  });
}
