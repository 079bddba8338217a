import { matchPathPattern } from "./path-pattern";
import type { MasterSetFile } from "./read-events";

/**
 * What a MasterSet file's path says of its paper, by a pattern with {venue}, {year} and {title}; "_" in a title stands
 * for a blank, as MasterSet names its files. What is typed (`given`) fills what the path does not say.
 *
 * @example paperFromPath("{venue}/{year}/{title}.json", "in/ICML/2020/A_Title.json") // { venue: "ICML", query_year: 2020, query_title: "A Title" }
 */
export function paperFromPath(pattern: string | undefined, path: string, given: MasterSetFile = {}): MasterSetFile {
  const found = pattern === undefined ? undefined : matchPathPattern(pattern, path);
  const paper: MasterSetFile = { ...given };
  if (found?.title !== undefined) paper.query_title = found.title.replaceAll("_", " ");
  if (found?.venue !== undefined) paper.venue = found.venue;
  if (found?.year !== undefined) paper.query_year = Number(found.year);

  return paper;
}
