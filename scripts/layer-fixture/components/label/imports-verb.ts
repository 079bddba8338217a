import { recordLabel } from "@/lib/labels/record-label";

export const bad = recordLabel;
