import { formatCount } from "@/components/ui/format-number";
import type { ImportFault, ImportKind } from "@/lib/imports/wire";

/** `1.3 MB`; below a thousand bytes exactly. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const kilo = bytes / 1000;
  if (kilo < 1000) return `${kilo < 10 ? kilo.toFixed(1) : formatCount(kilo)} kB`;
  const mega = kilo / 1000;

  return `${mega < 100 ? mega.toFixed(1) : formatCount(mega)} MB`;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

export const KIND_LABELS: Record<ImportKind, string> = {
  items: "Items",
  judge: "Judge labels",
  human: "People’s labels",
  documents: "Papers",
};

/** Under which name a file goes: with its folders where a folder was chosen. */
export function nameOf(file: File): string {
  return file.webkitRelativePath || file.name;
}

export function placeOf({ line, column }: ImportFault): string {
  const parts = [line === undefined ? "" : `line ${line}`, column === undefined ? "" : `column ${column}`];

  return parts.filter(Boolean).join(", ");
}
