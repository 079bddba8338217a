import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import type { Writable } from "node:stream";

const ENOUGH = 65_536;

/** Writes text to a file, under a temporary name until it is whole, or to standard output. Waits where the reader is slow. */
export class LineWriter {
  private readonly file: string | undefined;
  private readonly stream: Writable;
  private failed: unknown;
  private held: string[] = [];
  private size = 0;

  constructor(file: string | undefined) {
    this.file = file;
    this.stream = file === undefined ? process.stdout : createWriteStream(`${file}.part`);
    if (file !== undefined)
      this.stream.on("error", (error) => {
        this.failed = error;
      });
  }

  async write(text: string): Promise<void> {
    this.held.push(text);
    this.size += text.length;
    if (this.size >= ENOUGH) await this.flush();
  }

  async line(value: unknown): Promise<void> {
    await this.write(`${JSON.stringify(value)}\n`);
  }

  /** Everything is on its way, and a file has its name. */
  async close(): Promise<void> {
    await this.flush();
    if (this.file === undefined) return;
    this.stream.end();
    if (this.failed === undefined) await once(this.stream, "close");
    if (this.failed !== undefined) throw this.failed;
    await rename(`${this.file}.part`, this.file);
  }

  /** Nothing of the file stays. */
  async abandon(): Promise<void> {
    if (this.file === undefined) return;
    this.stream.destroy();
    await rm(`${this.file}.part`, { force: true });
  }

  private async flush(): Promise<void> {
    if (this.failed !== undefined) throw this.failed;
    const text = this.held.join("");
    this.held = [];
    this.size = 0;
    if (text !== "" && !this.stream.write(text)) await once(this.stream, "drain");
  }
}
