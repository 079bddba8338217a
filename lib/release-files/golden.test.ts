import { expect, test } from "vitest";
import { makeRelease, textOf } from "./test-release";

/**
 * Verify makes these texts again, so within layout 1 not a word of them may change, nor a byte of what they hash: with
 * other words the layout is another one, and verify keeps the old.
 */
test.each(["README.md", "CHANGES.md", "report.md", "croissant.json", "SHA256SUMS"])(
  "%s of layout 1 is what it was",
  async (name) => {
    const { files } = await makeRelease();
    await expect(textOf(files, name)).toMatchFileSnapshot(`./fixtures/layout-1/${name}.golden`);
  },
);
