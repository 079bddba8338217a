import fs from "node:fs";
import path from "node:path";
import { projectRoot } from "@/lib/env";

let known: string | undefined;

export function softwareVersion(): string {
  known ??= String(JSON.parse(fs.readFileSync(path.join(projectRoot(), "package.json"), "utf8")).version);

  return known;
}
