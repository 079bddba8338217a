import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Writes a zip of stored (not compressed) files into a folder, by its central directory; answers the paths. */
export function unzip(zip: Buffer, folder: string): string[] {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  const paths: string[] = [];
  for (let n = 0; n < count; n += 1) {
    if (zip.readUInt16LE(at + 10) !== 0) throw new Error("This zip is compressed.");
    const size = zip.readUInt32LE(at + 24);
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const entry = zip.toString("utf8", at + 46, at + 46 + name);
    const local = zip.readUInt32LE(at + 42);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const target = path.join(folder, entry);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, zip.subarray(from, from + size));
    paths.push(entry);
    at += 46 + name + extra + comment;
  }

  return paths;
}
