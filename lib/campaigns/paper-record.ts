import { canonicalEmail } from "@/lib/auth/canonical-email";
import { normaliseTitle } from "@/lib/corpus/normalise-title";
import { firstOf, idText, keyed, type Row } from "@/lib/pools/cells";
import { doiOf } from "@/lib/pools/identifiers";
import { authorsOverlap } from "./author-names";

export type ReferenceRecord = {
  corpusId: string | null;
  title: string;
  titleKey: string;
  year: number | null;
  venue: string | null;
  doi: string | null;
  authors: string[];
  section: string | null;
  tier: string | null;
  mentions: number | null;
  rhetoric: Record<string, unknown> | null;
  selfCitation: boolean | null;
};
export type PersonRecord = { email: string; name: string | null; field: string | null };
export type PaperRecord = {
  corpusId: string;
  title: string;
  year: number | null;
  venue: string | null;
  doi: string | null;
  field: string | null;
  authors: string[];
  isReview: boolean;
  tier: string | null;
  strata: Record<string, string>;
  people: PersonRecord[];
  references: ReferenceRecord[];
};
type Fault = { column: string; reason: string };

const FOCAL = ["focalcorpusid", "focalid", "focalkey"];
const EMAIL = ["email", "emails", "mail"];
const REFERENCE = ["corpusid", "candidatecorpusid", "id", "targetcorpusid", "target"];

/** One focal paper with its people and references from a row of a file, or what is wrong with it. */
export function paperRecord(raw: Row): PaperRecord | Fault[] {
  const row = keyed(raw);
  const faults: Fault[] = [];
  const corpusId = idText(firstOf(row, FOCAL));
  if (corpusId === undefined) faults.push({ column: "focal_corpusid", reason: "This paper has no focal_corpusid." });
  const title = textOf(firstOf(row, ["title", "focaltitle"]), 2000);
  if (title === null) faults.push({ column: "title", reason: "This paper has no title." });
  const authors = namesOf(firstOf(row, ["authors", "author"]));
  const people = peopleOf(row, faults);
  const references = referencesOf(firstOf(row, ["references", "referencelist", "bibliography"]), authors, faults);
  const year = yearOf(firstOf(row, ["year", "focalyear"]), "year", faults);
  if (faults.length > 0 || corpusId === undefined || title === null) return faults;

  return {
    corpusId,
    title,
    year,
    venue: textOf(firstOf(row, ["venue"]), 500),
    doi: doiOf(textOf(firstOf(row, ["doi"]), 500) ?? "") ?? null,
    field: textOf(firstOf(row, ["field", "fieldfamily", "fieldofstudy"]), 200),
    authors,
    isReview: isTrue(firstOf(row, ["isreview", "review"])),
    tier: textOf(firstOf(row, ["tier"]), 100),
    strata: strataOf(firstOf(row, ["strata", "stratum"])),
    people,
    references,
  };
}

function peopleOf(row: ReadonlyMap<string, unknown>, faults: Fault[]): PersonRecord[] {
  const value = firstOf(row, EMAIL);
  const field = textOf(firstOf(row, ["field", "fieldfamily", "fieldofstudy"]), 200);
  const names = namesOf(firstOf(row, ["contactname", "correspondingauthor", "name"]));
  const emails = (Array.isArray(value) ? value : String(value ?? "").split(/[;,]/)).filter((part) => part !== "");
  const people = new Map<string, PersonRecord>();
  for (const [i, part] of emails.entries()) {
    const given = typeof part === "object" && part !== null ? keyed(part as Row) : undefined;
    const raw = given ? firstOf(given, EMAIL) : part;
    const name = given ? textOf(firstOf(given, ["name"]), 200) : (names[i] ?? null);
    try {
      const email = canonicalEmail(String(raw ?? ""));
      people.set(email, { email, name, field: (given && textOf(firstOf(given, ["field"]), 200)) ?? field });
    } catch {
      faults.push({ column: "email", reason: `"${short(String(raw))}" is no e-mail address that can be used here.` });
    }
  }

  return [...people.values()];
}

function referencesOf(value: unknown, focalAuthors: readonly string[], faults: Fault[]): ReferenceRecord[] {
  if (value === undefined) return [];
  const list = typeof value === "string" ? parsed(value) : value;
  if (!Array.isArray(list)) {
    faults.push({ column: "references", reason: "References are a list of works; in CSV, that list as JSON." });

    return [];
  }
  const seen = new Set<string>();

  return list.flatMap((entry, i): ReferenceRecord[] => {
    const column = `references[${i + 1}]`;
    if (typeof entry !== "object" || entry === null || Array.isArray(entry)) {
      faults.push({ column, reason: "A reference is an object with at least a title." });

      return [];
    }
    const row = keyed(entry as Row);
    const title = textOf(firstOf(row, ["title", "citedtitle"]), 2000);
    if (title === null) {
      faults.push({ column, reason: "This reference has no title." });

      return [];
    }
    const corpusId = idText(firstOf(row, REFERENCE)) ?? null;
    if (corpusId !== null && seen.has(corpusId)) {
      faults.push({ column, reason: `The work ${short(corpusId)} is twice in this reference list.` });
    }
    if (corpusId !== null) seen.add(corpusId);
    const authors = namesOf(firstOf(row, ["authors", "author"]));
    const mentions = firstOf(row, ["mentions", "nmentions", "mentioncount"]);
    const count = mentions === undefined ? null : Number(mentions);
    if (count !== null && !(Number.isInteger(count) && count >= 0)) {
      faults.push({ column, reason: "mentions must be a whole number of at least 0." });
    }

    return [
      {
        corpusId,
        title,
        titleKey: normaliseTitle(title),
        year: yearOf(firstOf(row, ["year"]), column, faults),
        venue: textOf(firstOf(row, ["venue"]), 500),
        doi: doiOf(textOf(firstOf(row, ["doi"]), 500) ?? "") ?? null,
        authors,
        section: textOf(firstOf(row, ["section"]), 300),
        tier: textOf(firstOf(row, ["tier"]), 100),
        mentions: count,
        rhetoric: rhetoricOf(row),
        selfCitation: authorsOverlap(focalAuthors, authors),
      },
    ];
  });
}

/** The rhetorical layer's result for the edge, under the names of the released columns. Never shown to an author. */
function rhetoricOf(row: ReadonlyMap<string, unknown>): Record<string, unknown> | null {
  const found = {
    n_root_mentions: numberOf(firstOf(row, ["nrootmentions"])),
    max_root_prob: numberOf(firstOf(row, ["maxrootprob"])),
    root_label: numberOf(firstOf(row, ["rootlabel"])),
  };
  const known = Object.entries(found).filter(([, value]) => value !== null);

  return known.length === 0 ? null : Object.fromEntries(known);
}

function numberOf(value: unknown): number | null {
  if (value === true || value === false) return Number(value);
  const number = typeof value === "number" || typeof value === "bigint" ? Number(value) : Number(value || Number.NaN);

  return Number.isFinite(number) ? number : null;
}

function yearOf(value: unknown, column: string, faults: Fault[]): number | null {
  if (value === undefined) return null;
  const year = Number(typeof value === "bigint" ? value : String(value).trim());
  if (Number.isInteger(year) && year > 0 && year <= 9999) return year;
  faults.push({ column, reason: `"${short(String(value))}" is no year.` });

  return null;
}

function namesOf(value: unknown): string[] {
  const list = typeof value === "string" ? (parsedList(value) ?? value.split(";")) : value;
  if (!Array.isArray(list)) return [];

  return list.flatMap((part) => {
    const name = typeof part === "object" && part !== null ? firstOf(keyed(part as Row), ["name"]) : part;
    const text = textOf(name, 200);

    return text === null ? [] : [text];
  });
}

function strataOf(value: unknown): Record<string, string> {
  const read = typeof value === "string" ? parsed(value) : value;
  if (typeof read === "string") return { stratum: read.slice(0, 200) };
  if (typeof read !== "object" || read === null || Array.isArray(read)) return {};

  return Object.fromEntries(Object.entries(read).map(([key, part]) => [key.slice(0, 100), String(part).slice(0, 200)]));
}

function isTrue(value: unknown): boolean {
  return (
    value === true || value === 1 || value === 1n || /^(true|yes|1)$/i.test(typeof value === "string" ? value : "")
  );
}

function textOf(value: unknown, most: number): string | null {
  const text = typeof value === "string" ? value.trim() : (idText(value) ?? "");

  return text === "" ? null : text.slice(0, most);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function parsedList(text: string): unknown[] | null {
  const value = text.trim().startsWith("[") ? parsed(text) : null;

  return Array.isArray(value) ? value : null;
}

function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
