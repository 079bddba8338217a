import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const RULES: Record<string, string> = {
  "lib/agreement/imports-database.ts": "noRestrictedImports",
  "lib/codebooks/imports-node.ts": "noRestrictedImports",
  "lib/corpus/imports-codebooks.ts": "noRestrictedImports",
  "lib/db/imports-feature.ts": "noRestrictedImports",
  "lib/labels/imports-internal.ts": "noRestrictedImports",
  "lib/labels/climbs.ts": "noRestrictedImports",
  "lib/accounts/imports-next-auth.ts": "noRestrictedImports",
  "components/label/imports-verb.ts": "noRestrictedImports",
  "app/imports-generated.ts": "noRestrictedImports",
  "lib/labels/barrel.ts": "noBarrelFile",
  "lib/labels/cycle-a.ts": "noImportCycles",
  "lib/labels/reads-environment.ts": "noProcessEnv",
  "lib/labels/too-long.ts": "noExcessiveLinesPerFile",
};

type Report = { diagnostics: { category: string; severity: string; location: { path: string | { file: string } } }[] };

describe("the layer rules bite", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "assay-layers-"));
  const found: { file: string; rule: string; severity: string }[] = [];
  beforeAll(() => {
    cpSync(path.join(root, "scripts/layer-fixture"), folder, { recursive: true });
    const config = JSON.parse(readFileSync(path.join(root, "biome.json"), "utf8"));
    config.$schema = undefined;
    config.vcs = undefined;
    writeFileSync(path.join(folder, "biome.json"), JSON.stringify(config));
    cpSync(path.join(root, "tsconfig.json"), path.join(folder, "tsconfig.json"));
    let output = "";
    try {
      output = execFileSync(
        path.join(root, "node_modules/.bin/biome"),
        ["lint", "--reporter=json", "--max-diagnostics=none", "."],
        {
          cwd: folder,
          encoding: "utf8",
          stdio: ["ignore", "pipe", "ignore"],
        },
      );
    } catch (error) {
      output = (error as { stdout: string }).stdout;
    }
    for (const { category, severity, location } of (JSON.parse(output) as Report).diagnostics) {
      const file = typeof location.path === "string" ? location.path : location.path.file;
      found.push({ file: file.replace(/^\.\//, ""), rule: category.split("/").at(-1) ?? "", severity });
    }
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(Object.entries(RULES))("%s breaks %s", (file, rule) => {
    expect(found).toContainEqual({ file, rule, severity: "error" });
  });

  it("names a rule for every file of the fixture", () => {
    const files = readdirSync(path.join(root, "scripts/layer-fixture"), { recursive: true, encoding: "utf8" });
    const code = files.filter((file) => file.endsWith(".ts") && file !== "lib/labels/cycle-b.ts");
    expect(code.toSorted()).toEqual(Object.keys(RULES).toSorted());
  });
});
