import { randomFillSync } from "node:crypto";

const bytes = new Uint8Array(16);
let lastMs = 0;
let counter = 0;

/** UUID version 7 (RFC 9562), ascending within this process: 12 bits of rand_a count within a millisecond. */
export function uuid7(): string {
  randomFillSync(bytes);
  const now = Date.now();
  if (now > lastMs) {
    lastMs = now;
    counter = ((bytes[6] ?? 0) & 0x07) * 256 + (bytes[7] ?? 0);
  } else {
    counter += 1;
    if (counter > 0xfff) {
      lastMs += 1;
      counter = 0;
    }
  }
  let ms = lastMs;
  for (let i = 5; i >= 0; i -= 1) {
    bytes[i] = ms % 256;
    ms = Math.floor(ms / 256);
  }
  bytes[6] = 0x70 | (counter >> 8);
  bytes[7] = counter & 0xff;
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = Buffer.from(bytes).toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
