import { canonicalJson } from "./canonical-json";
import type { Codebook, CodebookDerived, Condition } from "./schema";
import type { VersionPath } from "./version-path";

/**
 * Whether derived labels of an older version say in the newer one what they say: `stands`, but for raters whose answer
 * they rest on is one of `blocked`. Where the rule itself changed, none stands.
 */
export type DerivedAcross = { stands: false } | { stands: true; blocked: { question: string; value: string }[] };

/**
 * A derived label was computed by its own version's rule. It holds in the newer version where that version's rule, given
 * what the answer became, says the same: a split option blocks unless all its parts lead to one value, a dropped one
 * always. Rules with conditions must be the same rule once their options are renamed. O(rule × options).
 * @example derivedAcross(v1, v2, path, "root") // { stands: true, blocked: [{ question: "role", value: "TF" }] }
 */
export function derivedAcross(older: Codebook, newer: Codebook, path: VersionPath, id: string): DerivedAcross {
  const before = older.derived.find((label) => label.id === id);
  const after = newer.derived.find((label) => label.id === path.get(id)?.to);
  if (!before || !after) return { stands: false };
  const { rule: was } = before;
  const { rule: is } = after;
  if ("map" in was && "map" in is) return mapAcross(path, before, was.map, is.map);
  if (!("when" in was) || !("when" in is)) return { stands: false };
  const value = (option: string) => soleTarget(path, id, option);
  if (value(was.yes) !== is.yes || value(was.no) !== is.no) return { stands: false };
  const blocked: { question: string; value: string }[] = [];
  const translated = translate({ older, newer, path, blocked }, was.when);
  if (!translated || canonicalJson(translated) !== canonicalJson(plain(newer, path, is.when))) return { stands: false };
  return { stands: true, blocked };
}

type RuleMap = { question: string; to: Readonly<Record<string, string | null>> };

function mapAcross(path: VersionPath, label: CodebookDerived, was: RuleMap, is: RuleMap): DerivedAcross {
  const base = path.get(was.question);
  if (!base || base.to !== is.question) return { stands: false };
  const blocked: { question: string; value: string }[] = [];
  for (const [option, targets] of base.options) {
    const said = was.to[option] ?? null;
    if (said === null) continue;
    const now = soleTarget(path, label.id, said);
    const same = targets.every((target) => target !== null && now !== null && is.to[target] === now);
    if (!same) blocked.push({ question: was.question, value: option });
  }
  return { stands: true, blocked };
}

function soleTarget(path: VersionPath, subject: string, option: string): string | null {
  const targets = path.get(subject)?.options.get(option) ?? [];
  return targets.length === 1 ? (targets[0] ?? null) : null;
}

type Translation = {
  older: Codebook;
  newer: Codebook;
  path: VersionPath;
  blocked: { question: string; value: string }[];
};

/** The older condition in the newer version's ids, `atLeast` written out; null where it cannot be said there. */
function translate(across: Translation, condition: Condition): Condition | null {
  const { older, path, blocked } = across;
  if ("any" in condition || "all" in condition) {
    const parts = ("any" in condition ? condition.any : condition.all).map((part) => translate(across, part));
    const known = parts.filter((part) => part !== null);
    if (known.length < parts.length) return null;
    return "any" in condition ? { any: known } : { all: known };
  }
  if ("not" in condition) {
    const inner = translate(across, condition.not);
    return inner && { not: inner };
  }
  if ("derived" in condition) {
    const inner = derivedAcross(older, across.newer, path, condition.derived);
    if (!inner.stands) return null;
    blocked.push(...inner.blocked);
    const moved = moveOptions(path, condition.derived, condition.is);
    return moved && { derived: moved.to, is: moved.options };
  }
  if ("question" in condition) {
    const { question } = condition;
    for (const [option, targets] of path.get(question)?.options ?? []) {
      if (targets.includes(null)) blocked.push({ question, value: option });
    }
    const moved = moveOptions(path, question, "is" in condition ? condition.is : fromOn(older, condition));
    return moved && { question: moved.to, is: moved.options };
  }
  return plain(older, path, condition);
}

/** The options' targets; null where a target is reached from outside the list too, so that the truth would differ. */
function moveOptions(path: VersionPath, subject: string, options: readonly string[]) {
  const moved = path.get(subject);
  if (!moved || moved.to === null) return null;
  const targets = new Set(options.flatMap((option) => moved.options.get(option) ?? []));
  targets.delete(null);
  for (const [option, to] of moved.options) {
    if (!options.includes(option) && to.some((target) => target !== null && targets.has(target))) return null;
  }
  return { to: moved.to, options: [...targets].filter((target) => target !== null).toSorted() };
}

/** A condition with `atLeast` written out, lists sorted, parameters as numbers, and without options that no older label can have. */
function plain(codebook: Codebook, path: VersionPath, condition: Condition): Condition {
  if ("any" in condition) return { any: condition.any.map((part) => plain(codebook, path, part)) };
  if ("all" in condition) return { all: condition.all.map((part) => plain(codebook, path, part)) };
  if ("not" in condition) return { not: plain(codebook, path, condition.not) };
  if ("derived" in condition) {
    return { derived: condition.derived, is: reachable(path, condition.derived, condition.is) };
  }
  if ("question" in condition) {
    const is = "is" in condition ? condition.is : fromOn(codebook, condition);
    return { question: condition.question, is: reachable(path, condition.question, is) };
  }
  if (!("field" in condition) || !("atLeast" in condition) || typeof condition.atLeast === "number") return condition;
  return { ...condition, atLeast: codebook.parameters[condition.atLeast.parameter] ?? 0 };
}

function reachable(path: VersionPath, subject: string, options: readonly string[]): string[] {
  const from = [...path.values()].filter(({ to }) => to === subject).flatMap((moved) => [...moved.options.values()]);
  return options.filter((option) => from.some((targets) => targets.includes(option))).toSorted();
}

function fromOn(codebook: Codebook, { question, atLeast }: { question: string; atLeast: string }): string[] {
  const options = codebook.questions.find((entry) => entry.id === question)?.options ?? [];
  const ranked = options.filter((option) => option.askedOf !== "judge").map((option) => option.id);
  const place = ranked.indexOf(atLeast);
  return place < 0 ? [] : ranked.slice(place);
}
