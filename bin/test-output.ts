import { afterEach, beforeEach, vi } from "vitest";

/** What the commands of one test say on standard output and standard error; empty again for the next test. */
export function captureOutput(): { out: string; err: string } {
  const said = { out: "", err: "" };
  beforeEach(() => {
    said.out = "";
    said.err = "";
    vi.spyOn(process.stdout, "write").mockImplementation((text) => {
      said.out += text;
      return true;
    });
    vi.spyOn(process.stderr, "write").mockImplementation((text) => {
      said.err += text;
      return true;
    });
  });
  afterEach(() => vi.restoreAllMocks());

  return said;
}
