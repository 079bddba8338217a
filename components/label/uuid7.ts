const bytes = new Uint8Array(16);
let lastMs = 0;
let counter = 0;

/**
 * UUID version 7 (RFC 9562) made in the browser, ascending within this tab even where the clock jumps back. The
 * generator of lib/db needs Node; `crypto.randomUUID` gives version 4 and is missing on plain http.
 */
export function uuid7(now: number = Date.now()): string {
  crypto.getRandomValues(bytes);
  if (now > lastMs) {
    lastMs = now;
    counter = (byte(6) & 0x07) * 256 + byte(7);
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
  bytes[8] = 0x80 | (byte(8) & 0x3f);
  const hex = Array.from(bytes, (value) => value.toString(16).padStart(2, "0")).join("");

  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

function byte(i: number): number {
  return bytes[i] ?? 0;
}
