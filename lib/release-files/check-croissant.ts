import { CROISSANT, RAI_PROPERTIES } from "./croissant-terms";

type Node = Readonly<Record<string, unknown>>;
const REQUIRED = [
  "@context",
  "@type",
  "conformsTo",
  "name",
  "description",
  "license",
  "url",
  "creator",
  "datePublished",
  "distribution",
];
const TYPES = ["sc:Boolean", "sc:Date", "sc:Time", "sc:DateTime", "sc:Float", "sc:Integer", "sc:Text"];
const LIST_TYPES = new Set(["cr:FileObject", "cr:FileSet"]);

/**
 * What a Croissant document breaks of the published rules of version 1.1: required properties, one id a node, references
 * that resolve, fields with atomic types and a source, a hash for each file of a dataset that is not live, RAI properties
 * that exist. Empty: nothing. O(size).
 *
 * @example checkCroissant({}).includes("conformsTo is missing."); // => true
 */
export function checkCroissant(document: unknown): string[] {
  if (!isNode(document)) return ["The document is no JSON object."];
  const faults = REQUIRED.filter((name) => isEmpty(document[name])).map((name) => `${name} is missing.`);
  if (!["sc:Dataset", "Dataset"].includes(String(document["@type"]))) faults.push("@type is not sc:Dataset.");
  if (!many(document.conformsTo).includes(CROISSANT)) faults.push(`conformsTo does not name ${CROISSANT}.`);
  if (typeof document.version !== "string" || !/^\d+\.\d+\.\d+$/.test(document.version))
    faults.push("version is not of the form 1.2.3.");
  if (!/^\d{4}-\d{2}-\d{2}/.test(String(document.datePublished))) faults.push("datePublished is no date.");
  for (const creator of many(document.creator))
    if (!isNode(creator) || isEmpty(creator.name)) faults.push("A creator has no name.");
  for (const name of Object.keys(document))
    if (name.startsWith("rai:") && !RAI_PROPERTIES.has(name))
      faults.push(`${name} is no property of the RAI vocabulary.`);

  return [...faults, ...checkNodes(document)];
}

function checkNodes(document: Node): string[] {
  const files = many(document.distribution).filter(isNode);
  const sets = many(document.recordSet).filter(isNode);
  const fields = sets.flatMap((set) => many(set.field).filter(isNode));
  const faults: string[] = [];
  const ids = new Map<string, string>();
  for (const node of [...files, ...sets, ...fields]) {
    const id = node["@id"];
    if (typeof id !== "string" || id === "") faults.push(`A ${node["@type"]} has no @id.`);
    else if (ids.has(id)) faults.push(`The id ${id} stands twice.`);
    else ids.set(id, String(node["@type"]));
  }
  faults.push(...files.flatMap((file) => checkFile(file, document.isLiveDataset === true, ids)));
  for (const set of sets) {
    if (set["@type"] !== "cr:RecordSet") faults.push(`${set["@id"]} is no cr:RecordSet.`);
    if (many(set.field).length === 0) faults.push(`The record set ${set["@id"]} has no fields.`);
    const own = new Set(many(set.field).map((field) => (isNode(field) ? field["@id"] : undefined)));
    for (const key of many(set.key))
      if (!isNode(key) || !own.has(key["@id"])) faults.push(`A key of ${set["@id"]} is none of its fields.`);
  }

  return [...faults, ...fields.flatMap((field) => checkField(field, ids))];
}

function checkFile(file: Node, live: boolean, ids: ReadonlyMap<string, string>): string[] {
  const faults: string[] = [];
  const id = String(file["@id"]);
  if (!LIST_TYPES.has(String(file["@type"]))) faults.push(`${id} is neither a cr:FileObject nor a cr:FileSet.`);
  if (isEmpty(file.encodingFormat)) faults.push(`${id} has no encodingFormat.`);
  for (const container of many(file.containedIn))
    if (!isNode(container) || !ids.has(String(container["@id"]))) faults.push(`${id} is in a file that is not listed.`);
  if (file["@type"] !== "cr:FileObject")
    return isEmpty(file.includes) ? [...faults, `${id} includes nothing.`] : faults;
  if (isEmpty(file.contentUrl)) faults.push(`${id} has no contentUrl.`);
  if (!live && !/^[0-9a-f]{64}$/.test(String(file.sha256))) faults.push(`${id} has no SHA-256.`);

  return faults;
}

function checkField(field: Node, ids: ReadonlyMap<string, string>): string[] {
  const id = String(field["@id"]);
  const faults: string[] = [];
  if (field["@type"] !== "cr:Field") faults.push(`${id} is no cr:Field.`);
  if (!many(field.dataType).some((type) => TYPES.includes(String(type)))) faults.push(`${id} has no atomic dataType.`);
  if (field.arrayShape !== undefined && field.isArray !== true) faults.push(`${id} has a shape and is no array.`);
  for (const target of many(field.references))
    if (!isNode(target) || ids.get(String(target["@id"])) !== "cr:Field") faults.push(`${id} refers to no field.`);
  const { source } = field;
  if (!isNode(source)) return field.value === undefined ? [...faults, `${id} has no source.`] : faults;
  const from = [source.fileObject, source.fileSet, source.recordSet].filter(isNode);
  if (from.length !== 1 || !ids.has(String(from[0]?.["@id"])))
    faults.push(`${id} comes from a file that is not listed.`);
  const extract = source.extract;
  if (!isNode(extract) || Object.keys(extract).length !== 1) faults.push(`${id} does not say what it extracts.`);

  return faults;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function many(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];

  return Array.isArray(value) ? value : [value];
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}
