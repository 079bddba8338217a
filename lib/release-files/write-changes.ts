import type { Manifest } from "./manifest";

/**
 * CHANGES.md: what changed, newest version first; counts only, nobody's name. O(versions).
 *
 * @example writeChanges(manifest).startsWith("# Changes"); // => true
 */
export function writeChanges({ history, previous, withdrawn }: Manifest): string {
  const parts = history.map(({ version, at, reasons }, place) => {
    const kind = place === 0 && previous ? `, ${previous.change} release after ${previous.version}` : "";
    const list = reasons.map((reason) => `- ${reason.replaceAll(/\s+/g, " ").trim()}`);

    return `## ${version} (${at}${kind})\n\n${list.join("\n")}`;
  });
  const gone = withdrawn > 0 ? [`${withdrawn} withdrawn before this version.`] : [];

  return `${["# Changes", ...gone, ...parts].join("\n\n")}\n`;
}
