import type { AgreementFile } from "./agreement-file";
import type { Column, Table } from "./columns";
import { CONTEXT, CROISSANT, CROISSANT_RAI } from "./croissant-terms";
import type { Manifest, ManifestFile } from "./manifest";
import { printed } from "./round-decimal";
import { measureTitle } from "./write-report";

/**
 * croissant.json: Croissant 1.1 with the RAI vocabulary filled from what the study knows; what nobody said is "unknown".
 * Every data file is a FileObject with its hash, every table a RecordSet. O(files × columns).
 *
 * @param manifest with its data files; texts are passed over
 * @example JSON.parse(writeCroissant(manifest, agreement)).isLiveDataset; // => false
 */
export function writeCroissant(manifest: Manifest, agreement: AgreementFile): string {
  const data = manifest.files.filter((file) => file.role === "data");
  const { study, licence } = manifest;
  const document = {
    "@context": CONTEXT,
    "@type": "sc:Dataset",
    conformsTo: [CROISSANT, CROISSANT_RAI],
    name: study.slug,
    description: study.description.trim() || study.title,
    license: licence.url,
    // A release that nobody has put anywhere yet is where its own files are.
    url: manifest.url ?? "./",
    creator: manifest.authors.map(({ name, orcid }) => ({
      "@type": "sc:Person",
      name,
      ...(orcid && { identifier: orcid }),
    })),
    datePublished: manifest.snapshot.at.slice(0, 10),
    version: manifest.version,
    ...(manifest.language.length > 0 && { inLanguage: manifest.language }),
    ...(manifest.keywords.length > 0 && { keywords: manifest.keywords }),
    citeAs: manifest.citeAs.trim(),
    isLiveDataset: false,
    ...rai(manifest, agreement),
    distribution: data.map(fileObject),
    recordSet: recordSets(manifest, data),
  };

  return `${JSON.stringify(document, null, 2)}\n`;
}

const ENCODING: Record<string, string> = { "application/vnd.apache.parquet": "application/x-parquet" };

function fileObject({ path, mediaType, bytes, sha256 }: ManifestFile) {
  return {
    "@type": "cr:FileObject",
    "@id": path,
    name: path,
    contentUrl: path,
    contentSize: `${bytes} B`,
    encodingFormat: ENCODING[mediaType] ?? mediaType,
    sha256,
  };
}

function rai(manifest: Manifest, agreement: AgreementFile) {
  const { about, raters, judges, codebook, rounds, coverage } = manifest;
  const people = raters.filter((rater) => rater.kind === "human");
  const labelled = coverage.reduce((sum, stratum) => sum + stratum.labelled, 0);
  const given = people.reduce((sum, rater) => sum + rater.items, 0);
  const unknown = "unknown";

  return {
    "rai:dataCollection": about.collection ?? unknown,
    "rai:dataAnnotationPlatform": [`Assay ${manifest.software.version}`],
    "rai:dataAnnotationProtocol": `Codebook ${codebook.title}, version ${codebook.version} (codebook.json, sha-256 ${codebook.sha256}); guideline in ${codebook.guidelinePath}. Rounds: ${rounds.map(({ name, purpose }) => `${name} (${purpose})`).join(", ") || "none"}. ${people.length} human raters and ${judges.length} judges; people label without seeing each other’s or a judge’s answers where a label’s origin is studio.`,
    "rai:dataAnnotationAnalysis": agreement.numbers
      .filter((number) => number.value !== null)
      .map(
        ({ question, measure, judge, value, low, high, n }) =>
          `${question}: ${measureTitle(measure)}${judge ? ` (${judge})` : ""} ${printed(value ?? 0)}${low === null || high === null ? "" : ` [${printed(low)}, ${printed(high)}]`}, n = ${n}`,
      ),
    "rai:annotationsPerItem":
      labelled > 0 ? `${printed(given / labelled, 2)} human raters per labelled item on average` : "0",
    "rai:annotatorDemographics": about.demographics ?? unknown,
    "rai:machineAnnotationTools": judges.map(({ name, model }) => (model ? `${name} (${model})` : name)),
    "rai:dataLimitations": about.limitations ?? unknown,
    "rai:dataBiases": about.biases ?? unknown,
    "rai:dataUseCases": about.uses ?? unknown,
    "rai:personalSensitiveInformation": about.sensitive ?? unknown,
    "rai:dataReleaseMaintenancePlan": about.maintenance ?? unknown,
  };
}

/** One RecordSet a table file; of several forms of one table the one that tools read best. */
function recordSets(manifest: Manifest, data: readonly ManifestFile[]) {
  const byName = new Map<string, ManifestFile>();
  const rank = (path: string) => [".parquet", ".csv", ".jsonl"].findIndex((ending) => path.endsWith(ending));
  for (const file of data) {
    if (file.table === null) continue;
    const name = file.path.replace(/\.[a-z]+$/, "");
    const known = byName.get(name);
    if (!known || rank(file.path) < rank(known.path)) byName.set(name, file);
  }
  const tables = new Map(manifest.tables.map((table) => [table.name, table]));

  return [...byName].flatMap(([name, file]) => {
    const table = tables.get(file.table ?? "");

    return table ? [recordSet(manifest, name, file, table, byName.has("items"))] : [];
  });
}

function recordSet(manifest: Manifest, name: string, file: ManifestFile, table: Table, items: boolean) {
  const refersToItems = (column: Column) =>
    items && column.name === "item" && name !== "items" && table.name !== "edge_layer";

  return {
    "@type": "cr:RecordSet",
    "@id": name,
    name,
    description: table.description,
    key: table.key.map((column) => ({ "@id": `${name}/${column}` })),
    field: table.columns.map((column) => ({
      "@type": "cr:Field",
      "@id": `${name}/${column.name}`,
      name: column.name,
      description: column.description,
      dataType: dataType(column, manifest.ids),
      ...isList(column, file),
      source: {
        fileObject: { "@id": file.path },
        extract: file.path.endsWith(".jsonl") ? { jsonPath: `$.${column.name}` } : { column: column.name },
      },
      ...(refersToItems(column) && { references: { "@id": "items/item" } }),
    })),
  };
}

/** In CSV a list is a JSON text, so there the field is a text. */
function isList({ type }: Column, file: ManifestFile) {
  return (type === "strings" || type === "ints") && !file.path.endsWith(".csv")
    ? { isArray: true, arrayShape: "-1" }
    : {};
}

function dataType({ type }: Column, ids: Manifest["ids"]): string {
  switch (type) {
    case "id":
      return ids === "int64" ? "sc:Integer" : "sc:Text";
    case "int32":
    case "ints":
      return "sc:Integer";
    case "float32":
    case "float64":
      return "sc:Float";
    case "boolean":
      return "sc:Boolean";
    default:
      return "sc:Text";
  }
}
