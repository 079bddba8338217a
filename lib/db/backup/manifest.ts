import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { z } from "zod";
import { ServiceError } from "@/lib/errors";

const hex = z.string().regex(/^[0-9a-f]{64}$/);
const fileName = z.string().regex(/^[A-Za-z0-9_.-]+$/);

const schema = z.strictObject({
  format: z.literal("assay-backup/1"),
  madeAt: z.string(),
  assay: z.string(),
  postgres: z.string(),
  snapshot: z.string(),
  migrations: z.array(z.string()),
  /** In the order in which they can be read back. sha256 and bytes are those of the COPY text, before gzip. */
  tables: z.array(
    z.strictObject({
      name: z.string(),
      columns: z.array(z.string()),
      file: fileName,
      rows: z.number().int(),
      bytes: z.number().int(),
      sha256: hex,
    }),
  ),
  secrets: z.boolean(),
});

export type Manifest = z.infer<typeof schema>;

export function writeManifest(folder: string, manifest: Manifest): void {
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  fs.writeFileSync(path.join(folder, "manifest.json"), text);
  const line = `${createHash("sha256").update(text).digest("hex")}  manifest.json\n`;
  fs.writeFileSync(path.join(folder, "manifest.json.sha256"), line);
}

export function readManifest(folder: string): Manifest {
  const text = readOrRefuse(folder, "manifest.json");
  const hash = readOrRefuse(folder, "manifest.json.sha256").split(" ")[0];
  if (createHash("sha256").update(text).digest("hex") !== hash) {
    throw new ServiceError(
      "bad_input",
      `${folder}/manifest.json is not what was written: its sha-256 differs. Nothing was changed.`,
    );
  }
  const parsed = schema.safeParse(JSON.parse(text));
  if (!parsed.success)
    throw new ServiceError("bad_input", `${folder}/manifest.json is of a format that this Assay does not know.`);
  return parsed.data;
}

function readOrRefuse(folder: string, name: string): string {
  try {
    return fs.readFileSync(path.join(folder, name), "utf8");
  } catch {
    throw new ServiceError("bad_input", `${folder} is no backup of Assay: it has no ${name}.`);
  }
}
