import { readYaml } from "@/lib/codebooks/read-yaml";
import { ANNOTATIONS_CREATORS, HUB_LICENCES, isLoadable, SIZES } from "./card-rules";

type Header = Readonly<Record<string, unknown>>;

/**
 * What a dataset card breaks of the Hugging Face Hub's published rules: a YAML header at the first byte, a licence it
 * knows (or a name and a link), language codes, size categories, configs with unique names whose files exist, and one
 * default. Every loadable file must be in a config, every other file named in the text. Empty: nothing. O(size).
 *
 * @param paths the release's data files
 * @example checkCard("# No header", []); // => ["The card has no YAML header."]
 */
export function checkCard(text: string, paths: readonly string[]): string[] {
  const match = /^---\n([\s\S]*?\n)---\n([\s\S]*)$/.exec(text);
  if (!match) return ["The card has no YAML header."];
  const [, yaml = "", body = ""] = match;
  const read = readHeader(yaml);
  if (!read) return ["The card’s header is no YAML mapping."];

  return [...checkHeader(read), ...checkConfigs(read.configs, paths), ...checkBody(body, paths)];
}

function checkHeader(header: Header): string[] {
  const faults: string[] = [];
  if (!HUB_LICENCES.has(String(header.license))) faults.push("license is none that the Hub knows.");
  if (header.license === "other" && (!header.license_name || !header.license_link))
    faults.push("license is other, but license_name or license_link is missing.");
  for (const code of list(header.language))
    if (!/^[a-z]{2,3}$/.test(String(code))) faults.push(`${code} is no language code.`);
  const sizes = new Set(SIZES.map(([, name]) => name));
  if (list(header.size_categories).length === 0) faults.push("size_categories is missing.");
  for (const size of list(header.size_categories))
    if (!sizes.has(String(size))) faults.push(`${size} is no size category.`);
  for (const creator of list(header.annotations_creators))
    if (!ANNOTATIONS_CREATORS.has(String(creator))) faults.push(`${creator} is no kind of annotations_creators.`);
  if (typeof header.pretty_name !== "string" || header.pretty_name === "") faults.push("pretty_name is missing.");

  return faults;
}

function checkConfigs(configs: unknown, paths: readonly string[]): string[] {
  const faults: string[] = [];
  const names = new Set<string>();
  const named = new Set<string>();
  const known = new Set(paths);
  let defaults = 0;
  for (const config of list(configs)) {
    const { config_name: name, data_files: files, default: first } = isHeader(config) ? config : ({} as Header);
    if (typeof name !== "string" || name === "" || /[<>:/\\|?*]/.test(name)) faults.push(`${name} is no config name.`);
    else if (names.has(name)) faults.push(`The config ${name} stands twice.`);
    names.add(String(name));
    if (first === true) defaults++;
    if (list(files).length === 0) faults.push(`The config ${name} has no files.`);
    for (const file of list(files)) {
      const { split, path } = isHeader(file) ? file : ({} as Header);
      if (!/^\w+(\.\w+)*$/.test(String(split))) faults.push(`${split} is no name of a split.`);
      if (!known.has(String(path))) faults.push(`The config ${name} names ${path}, which is not there.`);
      named.add(String(path));
    }
  }
  for (const path of paths) if (isLoadable(path) && !named.has(path)) faults.push(`${path} is in no config.`);
  if (names.size > 0 && defaults !== 1) faults.push(`${defaults} configs are the default.`);

  return faults;
}

function checkBody(body: string, paths: readonly string[]): string[] {
  return paths.filter((path) => !body.includes(`\`${path}\``)).map((path) => `${path} is not named in the text.`);
}

function readHeader(yaml: string): Header | undefined {
  const read = readYaml(yaml);

  return "value" in read && isHeader(read.value) ? read.value : undefined;
}

function isHeader(value: unknown): value is Header {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function list(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];

  return Array.isArray(value) ? value : [value];
}
