import { describe, expect, it } from "vitest";
import { parseCodebook } from "@/lib/codebooks/parse-codebook";
import { builtInCodebooks } from "./find-built-in";

describe("every built-in codebook", () => {
  it.each(builtInCodebooks.map((c) => [c.id, c] as const))("%s survives its own JSON and YAML", (_id, codebook) => {
    const parsed = parseCodebook(JSON.stringify(codebook, null, 2));
    expect(parsed).toEqual({ ok: true, codebook, warnings: [] });
  });
});
