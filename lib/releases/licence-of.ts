import { ServiceError } from "@/lib/errors";
import { licenceId } from "./open-licence";

/** Ids of the Hugging Face Hub with the text that each stands for. */
const KNOWN: Record<string, [name: string, url: string]> = {
  "cc0-1.0": ["CC0 1.0", "https://creativecommons.org/publicdomain/zero/1.0/"],
  "cc-by-4.0": ["CC BY 4.0", "https://creativecommons.org/licenses/by/4.0/"],
  "cc-by-3.0": ["CC BY 3.0", "https://creativecommons.org/licenses/by/3.0/"],
  "cc-by-sa-4.0": ["CC BY-SA 4.0", "https://creativecommons.org/licenses/by-sa/4.0/"],
  "cc-by-nc-4.0": ["CC BY-NC 4.0", "https://creativecommons.org/licenses/by-nc/4.0/"],
  "cc-by-nc-sa-4.0": ["CC BY-NC-SA 4.0", "https://creativecommons.org/licenses/by-nc-sa/4.0/"],
  "cc-by-nd-4.0": ["CC BY-ND 4.0", "https://creativecommons.org/licenses/by-nd/4.0/"],
  "odc-by": ["ODC-By 1.0", "https://opendatacommons.org/licenses/by/1-0/"],
  odbl: ["ODbL 1.0", "https://opendatacommons.org/licenses/odbl/1-0/"],
  pddl: ["PDDL 1.0", "https://opendatacommons.org/licenses/pddl/1-0/"],
  mit: ["MIT", "https://opensource.org/license/mit"],
  "apache-2.0": ["Apache-2.0", "https://www.apache.org/licenses/LICENSE-2.0"],
};
const SAME: Record<string, string> = { cc0: "cc0-1.0", "odc-by-1.0": "odc-by", "odbl-1.0": "odbl", "pddl-1.0": "pddl" };

export type Licence = { id: string; name: string; url: string };

/** A licence as a manifest names it. One that is not among the usual ones needs its address. */
export function licenceOf(licence: string, url: string): Licence {
  const plain = licenceId(licence);
  const id = SAME[plain] ?? plain;
  const known = KNOWN[id];
  if (known) return { id, name: known[0], url: url || known[1] };
  if (url === "") {
    const reason = `The licence ${licence} is not among the usual ones: give the address where it can be read.`;
    throw new ServiceError("bad_input", reason, { faults: [{ column: "licenceUrl", reason }], total: 1 });
  }

  return { id: "other", name: licence, url };
}
