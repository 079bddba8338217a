import { parseGrade } from "@/lib/scoring/parse-number";
import { dayOf, firstOf, idText, keyed, type Row } from "./cells";
import type { TargetSetKind } from "./wire";

export type TargetRow = {
  focalKey: string;
  targetKey: string;
  authorKey: string;
  split: string;
  cutOff: string | null;
};

const FOCAL = ["focalcorpusid", "focal", "focalkey", "queryid", "qid", "query"];
const TARGET = ["targetcorpusid", "candidatecorpusid", "target", "targetkey", "corpusid", "docid", "docno", "document"];
const AUTHOR = ["authorid", "author", "authorkey"];
const CUT_OFF = ["cutoff", "cutoffdate"];
const GRADE = ["grade", "relevance", "rel", "score", "label", "rootlabel"];

export type TargetFault = { column: string; reason: string };

/**
 * One row of a target set, what is wrong with it, or `no_target` where its grade says that it is none. `id` is a split's query
 * where no other column names it.
 */
export function targetRow(raw: Row, kind: TargetSetKind): TargetRow | TargetFault[] | "no_target" {
  const row = keyed(raw);
  const faults: TargetFault[] = [];
  const columns = Object.keys(raw).slice(0, 20).join(", ");
  const id = (names: readonly string[], what: string, needed: boolean): string => {
    const given = firstOf(row, names);
    const read = idText(given);
    if (read === undefined && (needed || given !== undefined)) {
      faults.push({ column: names[0] ?? "", reason: `This row has no ${what}. The file's columns: ${columns}.` });
    }

    return read ?? "";
  };
  const focalKey = id(kind === "split" ? [...FOCAL, "id"] : FOCAL, "id of a query", true);
  const targetKey = id(TARGET, "id of a target", kind !== "split");
  const authorKey = id(AUTHOR, "id of an author", false);
  const split = id(["split"], "split", kind === "split");
  const given = firstOf(row, CUT_OFF);
  const cutOff = given === undefined ? null : (dayOf(given) ?? null);
  if (given !== undefined && cutOff === null) {
    faults.push({ column: "cut_off", reason: `${String(given).slice(0, 60)} is no day as yyyy-mm-dd.` });
  }
  const grade = firstOf(row, GRADE);
  const parsed =
    grade === undefined ? { value: 1 } : parseGrade(typeof grade === "boolean" ? `${+grade}` : String(grade));
  if ("reason" in parsed) faults.push({ column: "grade", reason: parsed.reason });
  if (faults.length > 0) return faults;
  if ("value" in parsed && parsed.value <= 0 && kind !== "split") return "no_target";

  return { focalKey, targetKey, authorKey, split, cutOff };
}
