import { createHash } from "node:crypto";
import { ServiceError } from "@/lib/errors";
import { FaultList, NoticeList } from "@/lib/imports/fault-list";
import type { UploadedFile } from "./schema";

const SHOWN = 100;

/** One file while it is read: its hash and size, what is wrong with it and what was accepted with a remark. */
export class UploadedBytes {
  readonly faults = new FaultList();
  readonly notices = new NoticeList();
  size = 0;
  readonly #hash = createHash("sha256");

  constructor(readonly file: UploadedFile) {}

  /** The bytes as they come, counted and hashed. A file that is shorter than announced is refused at once. */
  async *bytes(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of this.file.bytes) {
        this.size += chunk.length;
        this.#hash.update(chunk);
        yield chunk;
      }
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      throw this.#incomplete();
    }
    if (this.file.size !== undefined && this.size < this.file.size) throw this.#incomplete();
  }

  fault(line: number | undefined, reason: string, column?: string): void {
    this.faults.add({
      file: this.file.name,
      ...(line !== undefined && { line }),
      ...(column !== undefined && { column }),
      reason,
    });
  }

  /** Refuses the file as a whole where anything in it is wrong; called inside the transaction, so nothing of it stays. */
  refuseFaults(): void {
    const { total } = this.faults;
    if (total === 0) return;
    const faults = this.faults.first.slice(0, SHOWN).map(({ file, line, column, reason }) => ({
      ...(file !== undefined && { file }),
      ...(line !== undefined && { line }),
      ...(column !== undefined && { column }),
      reason,
    }));
    const count = `${total} ${total === 1 ? "fault" : "faults"}`;
    throw new ServiceError("unprocessable", `Refused: ${this.file.name} has ${count}. Nothing was stored.`, {
      faults,
      total,
    });
  }

  /** Of all bytes that came. Asked once, after reading. */
  sha256(): string {
    return this.#hash.digest("hex");
  }

  #incomplete(): ServiceError {
    const of = this.file.size === undefined ? "" : ` of ${this.file.size}`;

    return new ServiceError(
      "bad_input",
      `${this.file.name} did not arrive whole: ${this.size}${of} bytes arrived. Nothing was stored; send it again.`,
    );
  }
}
