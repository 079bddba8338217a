/** One label behind a layer's row, under its rater's pseudonym. */
export type LayerLabel = {
  rater: string;
  value: string;
  round: string;
  origin: "studio" | "imported";
  codebookVersion: number;
  confidence: string | null;
  probability: number | null;
};

/** One item of a layer with where its label comes from. `tie` and `none` have no label and are kept, counted. */
export type LayerRow = {
  key: string;
  focal: string | null;
  target: string | null;
  label: string | null;
  decided: "majority" | "judge" | "tie" | "none";
  labels: LayerLabel[];
};

/** What a layer holds, shown before anything is downloaded. */
export type LayerCounts = {
  items: number;
  labelled: number;
  ties: number;
  unlabelled: number;
  byLabel: { label: string; items: number }[];
};
