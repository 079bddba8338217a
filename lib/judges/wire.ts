/** What these verbs answer, for pages and browsers alike. */

export type JudgeRow = {
  raterId: string;
  pseudonym: string;
  name: string | null;
  model: string | null;
  promptHash: string | null;
  run: number | null;
  items: number;
  labels: { question: string; value: string; n: number }[];
};
