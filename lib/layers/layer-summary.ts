import { LayerSpec, type LayerSummary } from "./wire";

export const SUMMARY = {
  id: true,
  name: true,
  note: true,
  rule: true,
  ruleHash: true,
  createdAt: true,
  retiredAt: true,
} as const;

type Stored = {
  id: string;
  name: string;
  note: string;
  rule: unknown;
  ruleHash: string;
  createdAt: Date;
  retiredAt: Date | null;
};

export function layerSummary(row: Stored): LayerSummary {
  return {
    layerId: row.id,
    name: row.name,
    note: row.note,
    spec: LayerSpec.parse(row.rule),
    ruleHash: row.ruleHash,
    createdAt: row.createdAt.toISOString(),
    retiredAt: row.retiredAt?.toISOString() ?? null,
  };
}
