const ABOUT = ["demographics", "collection", "limitations", "biases", "uses", "sensitive", "maintenance"] as const;

/** Fields of "what people should know", with the words they are asked in. */
export const ABOUT_FIELDS: { id: (typeof ABOUT)[number]; label: string }[] = [
  { id: "demographics", label: "Who labelled" },
  { id: "collection", label: "How the data were collected" },
  { id: "limitations", label: "Limits" },
  { id: "biases", label: "Biases" },
  { id: "uses", label: "Meant for" },
  { id: "sensitive", label: "Personal information" },
  { id: "maintenance", label: "Maintenance" },
];

/** The plan that the form holds, as the API takes it; the server checks it. Empty fields are left out. */
export function planOfForm(form: FormData): Record<string, unknown> {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const all = (name: string) => form.getAll(name).map(String);
  const lines = (name: string) =>
    text(name)
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "");
  const optional = Object.fromEntries(
    ["pool", "positive"].flatMap((name) => (text(name) === "" ? [] : [[name, text(name)]])),
  );
  const about = Object.fromEntries(ABOUT.map((name) => [name, text(`about.${name}`)]));

  return {
    title: text("title"),
    layers: all("layers"),
    // JSON lines are always written: they are what verify reads.
    formats: ["jsonl", ...all("formats").filter((format) => format !== "jsonl")],
    tables: all("tables"),
    rounds: all("rounds"),
    profile: text("profile"),
    licence: text("licence"),
    licenceUrl: text("licenceUrl"),
    authors: lines("authors"),
    url: text("url"),
    targetSets: all("targetSets"),
    tiers: lines("tiers"),
    notes: text("notes"),
    about,
    ...optional,
  };
}

/** Whether it can be linted yet: before that every key press would be answered with what is missing still. */
export function isPlanned(plan: Record<string, unknown>): boolean {
  const filled = (name: string) => (plan[name] as unknown[] | string).length > 0;

  return ["title", "layers", "licence", "authors"].every(filled);
}
