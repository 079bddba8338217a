import type { ItemRule, LayerRule, LayerSpec } from "@/lib/layers/wire";

type Reader = {
  text: (name: string) => string;
  all: (name: string) => string[];
  number: (name: string, otherwise: number) => number;
};
type PlainRule = Extract<ItemRule, { kind: "adjudicated_first" }>["otherwise"];
type PeopleRule = Extract<ItemRule, { kind: "judge_corrected" }>["people"];

/** The spec that the form holds, whole, so that it can be said and sent. Names of fields are those of LayerForm. */
export function specOfForm(form: FormData): LayerSpec {
  const reader = readerOf(form);
  const { text, all } = reader;
  const shape = text("shape");
  const rounds = all("rounds");
  const version = reader.number("codebookVersion", 0);
  const rule =
    shape === "must_cite" ? mustCiteOf(reader) : shape === "edge" ? edgeOf(reader) : itemRuleOf(reader, "rule");

  return {
    ...(shape !== "must_cite" && { question: text("question") }),
    ...(rounds.length > 0 && { roundIds: rounds }),
    ...(version > 0 && { codebookVersion: version }),
    filters: filtersOf(reader),
    rule,
    within: cutsOf(form),
  };
}

function readerOf(form: FormData): Reader {
  const text = (name: string) => String(form.get(name) ?? "").trim();

  return {
    text,
    all: (name) => form.getAll(name).map(String),
    number: (name, otherwise) => (text(name) === "" ? otherwise : Number(text(name))),
  };
}

function itemRuleOf(reader: Reader, at: string): ItemRule {
  const { text, all, number } = reader;
  const name = (field: string) => `${at}.${field}`;
  const accept = { accept: all(name("accept")), ...given("reject", text(name("reject"))) };
  const judgeIds = all(name("judges"));
  const kind = text(name("kind"));
  switch (kind) {
    case "rater":
      return { kind, raterId: text(name("rater")) };
    case "judge":
      return { kind, judgeId: text(name("judge")) };
    case "hard":
    case "soft": {
      const raterIds = all(name("raters"));
      return { kind, ...accept, ...(raterIds.length > 0 && { raterIds }) };
    }
    case "silver":
      return { kind, judgeIds, accept: accept.accept };
    case "virtual_judge":
      return { kind, judgeIds, ...accept, combine: combineOf(reader, at, judgeIds) };
    case "adjudicated_only":
      return { kind };
    case "adjudicated_first":
      return { kind, otherwise: innerOf(reader, name("otherwise")) };
    case "judge_corrected": {
      const people: PeopleRule = innerOf(reader, name("people"));
      return { kind, judgeId: text(name("judge")), people };
    }
    default:
      return plainOf(reader, at, number(name("least"), 1));
  }
}

/** Rules that stand alone or within another. */
function plainOf(reader: Reader, at: string, least: number) {
  const { text, all, number } = reader;
  switch (text(`${at}.kind`)) {
    case "median":
      return {
        kind: "median" as const,
        which: text(`${at}.which`) === "upper" ? ("upper" as const) : ("lower" as const),
        least,
      };
    case "unanimous":
      return { kind: "unanimous" as const, least };
    case "dawid_skene":
      return {
        kind: "dawid_skene" as const,
        posterior: number(`${at}.posterior`, 0.5),
        smoothing: number(`${at}.smoothing`, 0.1),
        judgeIds: all(`${at}.judges`),
      };
    default: {
      const tie = TIES.find((entry) => entry === text(`${at}.tie`)) ?? "no_label";
      return { kind: "majority" as const, tie, least };
    }
  }
}

const TIES = ["no_label", "lowest", "highest", "lower_median", "upper_median"] as const;

function innerOf(reader: Reader, at: string): PlainRule & PeopleRule {
  return plainOf(reader, at, reader.number(`${at}.least`, 1));
}

function combineOf({ text, number }: Reader, at: string, judgeIds: string[]) {
  const how = text(`${at}.combine`);
  if (how !== "weighted") return { how: how === "any" ? ("any" as const) : ("both" as const) };

  return {
    how: "weighted" as const,
    weights: judgeIds.map((id) => number(`${at}.weight.${id}`, 1)),
    threshold: number(`${at}.threshold`, 0.5),
  };
}

function edgeOf(reader: Reader): LayerRule {
  const { text, number } = reader;

  return {
    kind: "edge",
    least: number("edge.least", 1),
    ...given("positive", text("edge.positive")),
    ...given("negative", text("edge.negative")),
    over: itemRuleOf(reader, "rule"),
    ...given("probabilityJudgeId", text("edge.probability")),
  };
}

function mustCiteOf(reader: Reader): LayerRule {
  const { text, all, number } = reader;

  return {
    kind: "must_cite",
    typeI: { question: text("typeI.question"), accept: all("typeI.accept"), by: itemRuleOf(reader, "typeI.by") },
    typeII: { question: text("typeII.question"), atLeast: text("typeII.atLeast"), by: itemRuleOf(reader, "typeII.by") },
    mentions: number("mentions", 3),
    count: text("count") === "windows" ? "windows" : "mentions",
    yes: "yes",
    no: "no",
    by: { kind: "majority", tie: "no_label", least: 1 },
  };
}

function filtersOf({ text, all }: Reader): LayerSpec["filters"] {
  const strata = all("strata");
  const without = all("without");
  const origin = text("origin");
  const located = text("located");
  const fields = all("fields").flatMap((field) => {
    const is = text(`field.${field}.is`)
      .split(",")
      .flatMap((part) => (part.trim() === "" ? [] : [part.trim()]));
    const [low, high] = [text(`field.${field}.atLeast`), text(`field.${field}.atMost`)];
    if (is.length === 0 && low === "" && high === "") return [];

    return [
      {
        field,
        ...(is.length > 0 && { is }),
        ...(low !== "" && { atLeast: Number(low) }),
        ...(high !== "" && { atMost: Number(high) }),
      },
    ];
  });

  return {
    ...(strata.length > 0 && { strata }),
    ...(origin === "studio" || origin === "imported" ? { origins: [origin] } : {}),
    ...(without.length > 0 && { withoutRaterIds: without }),
    ...(fields.length > 0 && { fields }),
    ...(located !== "" && { located: located === "yes" }),
    ...(text("unflagged") !== "" && { withoutFlagged: true }),
  };
}

/** `set.ID` holds * or a split, `layer.ID` holds * or a label; empty where it is not cut with it. */
function cutsOf(form: FormData): LayerSpec["within"] {
  return [...form.entries()].flatMap(([name, value]): LayerSpec["within"] => {
    const [kind, id = ""] = [name.slice(0, name.indexOf(".")), name.slice(name.indexOf(".") + 1)];
    if (typeof value !== "string" || value === "") return [];
    if (kind === "set") return [{ targetSetId: id, ...(value !== "*" && { split: value.slice(1) }) }];
    if (kind === "layer") return [{ layerId: id, ...(value !== "*" && { labels: [value.slice(1)] }) }];

    return [];
  });
}

function given<N extends string>(name: N, value: string): { [K in N]?: string } {
  return value === "" ? {} : ({ [name]: value } as { [K in N]?: string });
}

/** What still has to be chosen before the rule can be asked about; null where it is whole. */
export function missingIn(spec: LayerSpec): string | null {
  const { rule } = spec;
  if (rule.kind === "must_cite") {
    if (rule.typeI.accept.length === 0) return "Choose which answers make a Type I.";
    return missingInRule(rule.typeI.by ?? rule.by) ?? missingInRule(rule.typeII.by ?? rule.by);
  }

  return missingInRule(rule.kind === "edge" ? rule.over : rule);
}

function missingInRule(rule: ItemRule): string | null {
  if ("raterId" in rule && rule.raterId === "") return "Choose the rater.";
  if ("judgeId" in rule && rule.judgeId === "") return "Choose the judge.";
  if ((rule.kind === "silver" || rule.kind === "virtual_judge") && rule.judgeIds.length === 0)
    return "Choose one judge or more.";
  if ("accept" in rule && rule.accept.length === 0) return "Choose which options are accepted.";

  return null;
}
