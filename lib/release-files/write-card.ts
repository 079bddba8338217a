import { stringify } from "yaml";
import { HUB_LICENCES, isLoadable, SIZES } from "./card-rules";
import { endorsementWords } from "./endorsements";
import type { Manifest, ManifestFile } from "./manifest";

/**
 * README.md: the dataset card of the Hugging Face Hub. Its header names every file that the Hub can load as a config of
 * its own; its tables print what the manifest counts. O(files + layers).
 *
 * @param manifest with its data files; texts are passed over
 * @example writeCard(manifest).startsWith("---\nlicense: cc-by-4.0\n"); // => true
 */
export function writeCard(manifest: Manifest): string {
  const data = manifest.files.filter((file) => file.role === "data");
  const { study, version, licence } = manifest;
  const parts = [
    `---\n${stringify(header(manifest, data), { lineWidth: 0 })}---\n`,
    `# ${line(study.title)}, version ${version}\n`,
    study.description.trim(),
    `Labels of the study \`${study.slug}\`, frozen by Assay ${manifest.software.version}. Profile: ${manifest.profile}. Licence: [${line(licence.name)}](${licence.url}). \`assay verify\` checks this folder against its own rows; manifest.json says what every file is.`,
    `## Layers\n\n${layerTable(manifest)}`,
    `## Labels\n\n${labelTable(manifest)}`,
    `## Raters and judges\n\n${raterTable(manifest)}`,
    manifest.endorsements ? `## Endorsements\n\n${endorsementWords(manifest.endorsements)}` : "",
    `## How items were chosen\n\n${samples(manifest)}`,
    `## Files\n\n${fileTable(data)}`,
    `## What to know\n\n${about(manifest)}`,
    `## Citation\n\n\`\`\`bibtex\n${manifest.citeAs.trim()}\n\`\`\``,
  ];

  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

/** The name of the config that loads a file. O(length). @example configOf("layers/strict.csv") // "layers-strict-csv" */
export function configOf(path: string): string {
  return path.replace(/\.jsonl$/, "").replaceAll(/[/.]/g, "-");
}

function header(manifest: Manifest, data: readonly ManifestFile[]) {
  const { licence, study, raters, keywords } = manifest;
  const known = HUB_LICENCES.has(licence.id) && licence.id !== "other";
  const creators = [
    ...(raters.some((rater) => rater.kind !== "judge") ? ["expert-generated"] : []),
    ...(raters.some((rater) => rater.kind === "judge") ? ["machine-generated"] : []),
  ];
  const loadable = data.filter((file) => isLoadable(file.path));
  const first = loadable.find((file) => file.path.startsWith("layers/")) ?? loadable[0];
  const rows = Math.max(0, ...loadable.map((file) => file.rows ?? 0));

  return {
    license: known ? licence.id : "other",
    ...(!known && { license_name: licence.id, license_link: licence.url }),
    ...(manifest.language.length > 0 && { language: manifest.language }),
    pretty_name: line(study.title),
    size_categories: [SIZES.find(([below]) => rows < below)?.[1] ?? "n>1T"],
    task_categories: ["text-classification", ...(manifest.qrels.length > 0 ? ["text-retrieval"] : [])],
    ...(creators.length > 0 && { annotations_creators: creators }),
    source_datasets: ["original"],
    ...(keywords.length > 0 && { tags: keywords }),
    configs: loadable.map((file) => ({
      config_name: configOf(file.path),
      ...(file === first && { default: true }),
      data_files: [{ split: "test", path: file.path }],
    })),
  };
}

function layerTable({ layers }: Manifest): string {
  if (layers.length === 0) return "This release has no layers.";
  const rows = layers.map(({ name, question, words, counts }) => [
    name,
    question,
    words,
    String(counts.rows),
    String(counts.labelled),
    distribution(counts.byLabel),
  ]);

  return markdownTable(["Layer", "Question", "Rule", "Rows", "With a label", "Labels"], rows);
}

function labelTable({ labelCounts }: Manifest): string {
  const rows = Object.entries(labelCounts).map(([question, counts]) => [
    question,
    String(Object.values(counts).reduce((sum, count) => sum + count, 0)),
    distribution(counts),
  ]);

  return rows.length > 0 ? markdownTable(["Question", "Labels", "By option"], rows) : "This release has no labels.";
}

function raterTable({ raters, judges }: Manifest): string {
  const told = new Map(judges.map((judge) => [judge.rater, judge]));
  const rows = raters.map(({ rater, kind, labels, items }) => {
    const judge = told.get(rater);
    const tried = judge?.promptsTried ? `; ${judge.promptsTried} prompts tried` : "";

    return [rater, judge ? `${kind}: ${judge.name}${tried}` : kind, String(labels), String(items)];
  });

  return rows.length > 0 ? markdownTable(["Rater", "Kind", "Labels", "Items"], rows) : "Nobody has labelled yet.";
}

function samples({ samples: drawn, coverage }: Manifest): string {
  const strata = drawn.flatMap(({ round, seed, frameSize, strata: cells }) =>
    cells.map((cell) => [
      round,
      cell.name || "all",
      String(cell.size),
      String(cell.drawn),
      cell.inclusionProbability === null ? "by item" : String(cell.inclusionProbability),
      seed,
      String(frameSize),
    ]),
  );
  const covered = coverage.map(({ stratum, items, labelled }) => [stratum || "none", String(items), String(labelled)]);

  return [
    strata.length > 0
      ? markdownTable(["Round", "Stratum", "Size", "Drawn", "Inclusion probability", "Seed", "Frame"], strata)
      : "No sample was drawn.",
    markdownTable(["Stratum", "Items", "Labelled by people"], covered),
  ].join("\n\n");
}

function fileTable(data: readonly ManifestFile[]): string {
  const rows = data.map(({ path, rows: count, bytes, sha256 }) => [
    `\`${path}\``,
    count === null ? "" : String(count),
    String(bytes),
    `\`${sha256}\``,
  ]);

  return markdownTable(["File", "Rows", "Bytes", "SHA-256"], rows);
}

function about({ about: told }: Manifest): string {
  const said: [string, string | null][] = [
    ["Who labelled", told.demographics],
    ["How the data were collected", told.collection],
    ["Limits", told.limitations],
    ["Biases", told.biases],
    ["Meant for", told.uses],
    ["Personal information", told.sensitive],
    ["Maintenance", told.maintenance],
  ];

  return said.map(([name, text]) => `- ${name}: ${text === null ? "unknown" : line(text)}`).join("\n");
}

function distribution(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([option, count]) => `${option} ${count}`)
    .join(", ");
}

/** A Markdown table; pipes and line breaks in cells do no harm. O(cells). */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const write = (cells: readonly string[]) =>
    `| ${cells.map((cell) => line(cell).replaceAll("|", "\\|")).join(" | ")} |`;

  return [write(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(write)].join("\n");
}

/** A text on one line. */
function line(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
