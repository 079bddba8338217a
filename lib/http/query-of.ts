import { ServiceError } from "@/lib/errors";

/** The parameters of an address, each at most once: of two, one reader would take the first and another the last. */
export function queryOf(request: Request): Record<string, string> {
  const query = new Map<string, string>();
  for (const [name, value] of new URL(request.url).searchParams) {
    if (query.has(name)) throw new ServiceError("bad_input", `The parameter ${name.slice(0, 40)} is given twice.`);
    query.set(name, value);
  }

  return Object.fromEntries(query);
}
