import { ServiceError } from "@/lib/errors";

/** Line ends, other control characters, line and paragraph separators, and what turns the direction of text. */
const UNSAFE = /[\p{Cc}\u2028\u2029\u200b\u202a-\u202e\u2066-\u2069\ufeff]/u;

/** A text that is to stand in a header of a mail. What could begin another header is refused and not repaired. */
export function checkHeader(text: string, what: string): string {
  if (UNSAFE.test(text)) {
    throw new ServiceError(
      "unprocessable",
      `No mail was sent: ${what} has a line end or another character that does not belong in a mail's header. Correct it and send again.`,
    );
  }

  return text;
}
