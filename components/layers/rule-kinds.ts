import type { ItemRule } from "@/lib/layers/wire";

export type RuleKind = ItemRule["kind"];

type Kind = { kind: RuleKind; label: string; hint: string; ordinal?: true; needs?: "judges" };

/** How one label comes of many, in words for people who never read the documentation. */
export const RULE_KINDS: { group: string; kinds: Kind[] }[] = [
  {
    group: "People",
    kinds: [
      {
        kind: "majority",
        label: "Majority",
        hint: "What more raters say than say anything else. Ties have no label; where the options have an order, you may say how they are broken.",
      },
      {
        kind: "unanimous",
        label: "Unanimous",
        hint: "Only what all raters of an item say alike. Fewer rows, each beyond dispute.",
      },
      {
        kind: "median",
        label: "Median",
        hint: "For questions with an order: the middle of the labels, always one that somebody gave.",
        ordinal: true,
      },
      {
        kind: "dawid_skene",
        label: "Dawid and Skene",
        hint: "A model learns how reliable each rater is and weighs them. Labels under the bound are left out.",
      },
      { kind: "rater", label: "One rater", hint: "One person’s labels alone." },
      {
        kind: "hard",
        label: "All accept (hard)",
        hint: "Accepted only where everybody chose one of the accepted options.",
      },
      {
        kind: "soft",
        label: "One accepts (soft)",
        hint: "Accepted as soon as one of them chose one of the accepted options.",
      },
    ],
  },
  {
    group: "Adjudicators",
    kinds: [
      {
        kind: "adjudicated_first",
        label: "Adjudicated first",
        hint: "What adjudicators settled, and a rule of your choice where nothing was adjudicated.",
      },
      { kind: "adjudicated_only", label: "Adjudicated only", hint: "Nothing but what adjudicators settled." },
    ],
  },
  {
    group: "Judges",
    kinds: [
      {
        kind: "judge",
        label: "One judge",
        hint: "One judge’s labels alone, on everything it labelled.",
        needs: "judges",
      },
      {
        kind: "silver",
        label: "Silver: all judges accept",
        hint: "Keeps what all chosen judges accept; nothing else has a label.",
        needs: "judges",
      },
      {
        kind: "virtual_judge",
        label: "Judges as one",
        hint: "Several judges answer as one: all of them, any of them, or by weight.",
        needs: "judges",
      },
    ],
  },
  {
    group: "Both",
    kinds: [
      {
        kind: "judge_corrected",
        label: "Judge, corrected by people",
        hint: "People’s label where there is one, the judge’s elsewhere. Each row says which it was.",
        needs: "judges",
      },
    ],
  },
];

/** Rules that may stand within another one: what to do where nothing was adjudicated, or how people become one. */
export const INNER_KINDS: RuleKind[] = ["majority", "unanimous", "median", "dawid_skene"];

export function hintOf(kind: RuleKind): string {
  return RULE_KINDS.flatMap((group) => group.kinds).find((entry) => entry.kind === kind)?.hint ?? "";
}
