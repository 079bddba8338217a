import { CodebookSchema } from "@/lib/codebooks/schema";

export const bad = CodebookSchema;
