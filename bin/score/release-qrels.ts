import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { ServiceError } from "@/lib/errors";
import { Manifest, ManifestLayer } from "@/lib/release-files/manifest";
import { openFile } from "./open-file";

/** Judgements of a release: a layer, what was settled, or one rater's or judge's own labels. */
export type ReleaseQrels = {
  name: string;
  kind: "layer" | "adjudicated" | "rater" | "judge";
  question: string;
  path: string;
};

export type Release = { folder: string; qrels: ReleaseQrels[]; files: z.output<typeof Parts>["files"] };

const { raters, judges, qrels, files, layout } = Manifest.shape;
const { name, question } = ManifestLayer.shape;
const Parts = z.object({ layout, raters, judges, qrels, files, layers: z.array(z.object({ name, question })) });

/** The judgements that a release folder names, before anything of them is read. */
export async function openRelease(folder: string): Promise<Release> {
  const text = await readFile(path.join(folder, "manifest.json"), "utf8").catch(() => {
    throw new ServiceError("bad_input", `Nothing was scored: ${folder} is no release, it has no manifest.json.`);
  });
  const manifest = Parts.safeParse(parsed(text));
  if (!manifest.success) {
    const [issue] = manifest.error.issues;
    throw new ServiceError(
      "bad_input",
      `Nothing was scored: the manifest of ${folder} cannot be read (${issue?.path.join(".")}: ${issue?.message}).`,
    );
  }
  const { data } = manifest;
  const found = data.qrels.flatMap((entry): ReleaseQrels[] => {
    const { source } = entry;
    if (entry.format !== "trec") return [];
    if (source.kind === "layer") {
      const layer = data.layers.find((one) => one.name === source.layer);

      return [{ name: source.layer, kind: "layer", question: layer?.question ?? "", path: entry.path }];
    }
    if (source.kind === "adjudicated") {
      return [{ name: "adjudicated", kind: "adjudicated", question: source.question, path: entry.path }];
    }
    const judge = data.raters.some((one) => one.rater === source.rater && one.kind === "judge");
    const called = data.judges.find((one) => one.rater === source.rater)?.name ?? source.rater;
    const own = judge ? `judge:${called}` : `rater:${source.rater}`;

    return [{ name: own, kind: judge ? "judge" : "rater", question: source.question, path: entry.path }];
  });

  return { folder, qrels: found, files: data.files };
}

/** The wanted judgements in the order named, or all layers; each by its name or its file's. */
export function chooseQrels({ folder, qrels: all }: Release, wanted: readonly string[] | undefined): ReleaseQrels[] {
  if (!wanted) {
    const layers = all.filter(({ kind }) => kind === "layer");
    if (layers.length > 0) return layers;
    throw new ServiceError("bad_input", `Nothing was scored: ${folder} has no layer as TREC qrels.`);
  }

  return wanted.map((one) => {
    const found = all.find((entry) => entry.name === one) ?? all.find((entry) => path.parse(entry.path).name === one);
    if (found) return found;
    const names = all.map((entry) => entry.name).join(", ") || "none";
    throw new ServiceError("bad_input", `Nothing was scored: ${folder} has no judgements ${one}. It has: ${names}.`);
  });
}

/** Where a file of the release lies, once its bytes have the hash that the manifest gives them. */
export async function verifiedPath(release: Release, wanted: string): Promise<string> {
  const entry = release.files.find((file) => file.path === wanted);
  if (!entry) {
    throw new ServiceError(
      "bad_input",
      `Nothing was scored: the manifest of ${release.folder} gives no hash for ${wanted}.`,
    );
  }
  const file = path.join(release.folder, ...wanted.split("/"));
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of openFile(file)) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  if (hash.digest("hex") === entry.sha256 && bytes === entry.bytes) return file;
  throw new ServiceError(
    "bad_input",
    `Nothing was scored: ${wanted} is not the file that the manifest of ${release.folder} names (another SHA-256). \`assay verify\` says what else differs.`,
  );
}

/** `NAME=FILE` of each wanted layer of a release, as --qrels takes them. */
export async function qrelsOfRelease(folder: string, wanted: readonly string[] | undefined): Promise<string[]> {
  const release = await openRelease(folder);
  const chosen = chooseQrels(release, wanted);

  return Promise.all(chosen.map(async (one) => `${one.name}=${await verifiedPath(release, one.path)}`));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
