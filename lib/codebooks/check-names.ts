import type { Path } from "./condition-references";
import { spellings } from "./resolve-option";
import type { Codebook } from "./schema";

export type CodebookFault = { path: Path; reason: string };

/**
 * Names that would be read two ways: questions, derived labels, marks and fields share one namespace (each can be a
 * column of a file), aliases included; `mark_…` and `key` are taken. Option ids are unique within their question, and no
 * spelling means two options. O(names).
 * @example checkNames(citationRole) // []
 */
export function checkNames(codebook: Codebook): CodebookFault[] {
  const faults: CodebookFault[] = [];
  const labels = new Names(faults);
  const fields = new Names(faults);
  const everything = new Names(faults);
  const owners = [
    ...codebook.item.fields.map((owner, i) => ({ owner, path: ["item", "fields", i], what: "field", names: fields })),
    ...codebook.questions.map((owner, i) => ({ owner, path: ["questions", i], what: "question", names: labels })),
    ...codebook.derived.map((owner, i) => ({ owner, path: ["derived", i], what: "derived label", names: labels })),
  ];
  for (const { owner, path, what, names } of owners) {
    everything.add(owner.id, what, [...path, "id"]);
    names.add(owner.id, what, [...path, "id"], false);
    if (owner.id.startsWith("mark_")) faults.push({ path: [...path, "id"], reason: "mark_… is kept for marks" });
    if (what === "field" && owner.id === "key") {
      faults.push({ path: [...path, "id"], reason: "key is kept for the item's own key" });
    }
  }
  for (const { owner, path, what, names } of owners) {
    owner.aliases.forEach((alias, i) => {
      const at = [...path, "aliases", i];
      names.add(alias, `alias of ${what} ${owner.id}`, at);
      if (/^(mark)?_/.test(alias)) faults.push({ path: at, reason: "names that start with _ or mark_ are kept" });
      if (what === "field" && alias === "key") faults.push({ path: at, reason: "key is kept for the item's own key" });
    });
  }
  codebook.marks.forEach((mark, i) => {
    everything.add(mark.id, "mark", ["marks", i, "id"]);
  });

  unique(faults, codebook.skipReasons, ["skipReasons"], "skip reason");
  codebook.skipReasons.forEach((reason, i) => {
    if (reason.id === "other") faults.push({ path: ["skipReasons", i, "id"], reason: "other is always there" });
  });
  codebook.questions.forEach((question, q) => {
    unique(faults, question.options, ["questions", q, "options"], "option");
    unique(faults, question.criteria, ["questions", q, "criteria"], "criterion");
    unique(faults, question.variants, ["questions", q, "variants"], "variant");
    checkSpellings(faults, question.options, ["questions", q, "options"]);
  });
  codebook.derived.forEach((label, d) => {
    unique(faults, label.options, ["derived", d, "options"], "option");
    checkSpellings(faults, label.options, ["derived", d, "options"]);
  });
  return faults;
}

class Names {
  private readonly taken = new Map<string, string>();
  private readonly faults: CodebookFault[];

  constructor(faults: CodebookFault[]) {
    this.faults = faults;
  }

  add(name: string, what: string, path: Path, report = true): void {
    const before = this.taken.get(name);
    if (before === undefined) this.taken.set(name, what);
    else if (report)
      this.faults.push({ path, reason: `${name} is already the name of a ${before}`.replace("a alias", "an alias") });
  }
}

function unique(faults: CodebookFault[], owners: readonly { id: string }[], path: Path, what: string): void {
  const seen = new Set<string>();
  owners.forEach(({ id }, i) => {
    if (seen.has(id)) faults.push({ path: [...path, i, "id"], reason: `a second ${what} ${id}` });
    seen.add(id);
  });
}

type Named = { id: string; label: string; code?: string | undefined; aliases: readonly string[] };

function checkSpellings(faults: CodebookFault[], options: readonly Named[], path: Path): void {
  const owner = new Map<string, string>();
  options.forEach((option, i) => {
    for (const spelling of new Set(spellings(option))) {
      const before = owner.get(spelling);
      if (before !== undefined && before !== option.id) {
        faults.push({ path: [...path, i], reason: `"${spelling}" would mean both ${before} and ${option.id}` });
      }
      owner.set(spelling, option.id);
    }
  });
}
