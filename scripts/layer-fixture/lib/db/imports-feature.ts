import { createStudy } from "@/lib/studies/create-study";

export const bad = createStudy;
