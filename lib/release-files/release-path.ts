import { z } from "zod";

/** A path in a release: below the folder, no climbing, characters that every disk and zip can hold. */
export const ReleasePath = z
  .string()
  .max(200)
  .regex(/^[A-Za-z0-9_][A-Za-z0-9._-]*(\/[A-Za-z0-9_][A-Za-z0-9._-]*)*$/, "This is no path within a release.");
