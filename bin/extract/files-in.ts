import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { UsageError } from "@/bin/command";

/** Files by name, in order; folders stand for all files in them. */
export async function filesIn(names: readonly string[]): Promise<string[]> {
  if (names.length === 0) throw new UsageError("Name a file or folder.");
  const found: string[] = [];
  for (const name of names) {
    const info = await stat(name).catch(() => {
      throw new UsageError(`There is no file ${name}.`);
    });
    if (!info.isDirectory()) {
      found.push(name);
      continue;
    }
    const inside = await readdir(name, { recursive: true, withFileTypes: true });
    const files = inside.filter((entry) => entry.isFile() && !entry.name.startsWith("."));
    found.push(...files.map((entry) => path.join(entry.parentPath, entry.name)).sort());
  }
  if (found.length === 0) throw new UsageError("There is no file in that folder.");

  return found;
}
