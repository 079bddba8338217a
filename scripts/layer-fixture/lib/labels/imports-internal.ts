import { resolveCodebook } from "@/lib/studies/internal";

export const bad = resolveCodebook;
