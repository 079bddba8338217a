import type { z } from "zod";
import { cohenKappaMeasure } from "@/lib/agreement/cohen-kappa";
import { type PatternRow, type PatternTable, patternTable } from "@/lib/agreement/pattern-table";
import { type IntervalPlan, measured } from "@/lib/agreement-reports/measured";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { readCodebook } from "@/lib/studies/read-codebook";
import { loadStudyVersions } from "@/lib/studies/version-mapping";
import { readingOf } from "./in-version";
import { type Adjudicable, adjudicableQuestions, adjudicableRounds, chosen } from "./internal";
import { AgreementInput } from "./schema";
import type { AdjudicatorAgreement, AdjudicatorPair } from "./wire";

type Row = { question: string; entry: string; userId: string; value: string; codebookVersion: number; at: Date };

/**
 * How far adjudicators agree on what two of them decided: Cohen's κ with its interval, question by question. Only
 * decisions made without knowing the other's count: what settles a difference is left out.
 */
export async function adjudicatorAgreement(
  ctx: ServiceContext,
  input: z.input<typeof AgreementInput>,
): Promise<AdjudicatorAgreement[]> {
  const { studyId, question, roundId, replicates, seed } = AgreementInput.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);
  const { codebook } = await readCodebook(ctx, { studyId });
  const questions = chosen(adjudicableQuestions(codebook), question, "This question");
  const rounds = chosen(await adjudicableRounds(ctx, studyId), roundId, "This round").map((round) => round.id);
  const study = await loadStudyVersions(ctx, studyId);
  const rows = (await readIndependent(ctx, studyId, rounds)).flatMap((row) => {
    const { question: today, value } = readingOf(study, row);

    return value === null ? [] : [{ ...row, question: today, value }];
  });
  const people = [...new Set(rows.map((row) => row.userId))];
  const me = ctx.actor.kind === "user" ? ctx.actor.userId : null;
  const nameOf = (userId: string) => (userId === me ? "you" : `Adjudicator ${people.indexOf(userId) + 1}`);
  const plan = { replicates, seed, level: 0.95 };

  return questions.map((asked) => {
    const own = rows.filter((row) => row.question === asked.id && asked.options.includes(row.value));
    const here = people.filter((userId) => own.some((row) => row.userId === userId));
    const table = tableOf(own, here.map(nameOf), here, asked);

    return {
      question: asked.id,
      title: asked.title,
      adjudicators: here.map((userId) => ({
        name: nameOf(userId),
        decisions: own.filter((row) => row.userId === userId).length,
      })),
      pairs: pairsOf(table, asked, plan),
      double: doubleOf(own),
    };
  });
}

/** Each person's last decision on each entry that was made without knowing another's, in the order of first ones. */
async function readIndependent(ctx: ServiceContext, studyId: string, roundIds: string[]): Promise<Row[]> {
  return database(ctx).$queryRaw<Row[]>`
    SELECT t.question, t.entry, t."userId", t.value, t."codebookVersion", min(t.at) OVER (PARTITION BY t."userId") AS at FROM (
      SELECT DISTINCT ON (e.question, e."roundId", e."itemId", e.unit, e."userId")
        e.question, concat_ws(' ', e."roundId", e."itemId", e.unit) AS entry, e."userId", e.value, e."codebookVersion", e.at
      FROM "AdjudicationEvent" e
      WHERE e."studyId" = ${studyId}::uuid AND e."roundId" = ANY(${roundIds}::uuid[]) AND NOT e.settles
      ORDER BY e.question, e."roundId", e."itemId", e.unit, e."userId", e.at DESC) t
    WHERE t.value IS NOT NULL ORDER BY at, t."userId", t.entry, t."codebookVersion"`;
}

function tableOf(rows: readonly Row[], names: string[], people: readonly string[], asked: Adjudicable): PatternTable {
  const byEntry = new Map<string, (number | null)[]>();
  for (const row of rows) {
    const labels = byEntry.get(row.entry) ?? people.map(() => null);
    labels[people.indexOf(row.userId)] = asked.options.indexOf(row.value);
    byEntry.set(row.entry, labels);
  }

  return patternTable({ categories: asked.options, raters: names, rows: [...byEntry.values()].map(toRow) });
}

function toRow(labels: (number | null)[]): PatternRow {
  return { labels };
}

function pairsOf(table: PatternTable, asked: Adjudicable, plan: IntervalPlan): AdjudicatorPair[] {
  const { raters, labels, items } = table;

  return raters.flatMap((a, i) =>
    raters.slice(i + 1).flatMap((b, k) => {
      let n = 0;
      let agreed = 0;
      for (let row = 0; row < table.rows; row += 1) {
        const x = labels[row * raters.length + i] ?? -1;
        const y = labels[row * raters.length + i + 1 + k] ?? -1;
        if (x < 0 || y < 0) continue;
        n += items[row] ?? 0;
        if (x === y) agreed += items[row] ?? 0;
      }
      if (n === 0) return [];
      const kappa = measured(cohenKappaMeasure(table, a, b), plan);
      const weighted = asked.scale === "ordinal" ? measured(cohenKappaMeasure(table, a, b, "quadratic"), plan) : null;

      return [{ a, b, n, agreed, kappa, kappaQuadratic: weighted }];
    }),
  );
}

function doubleOf(rows: readonly Row[]): number {
  const people = new Map<string, number>();
  for (const row of rows) people.set(row.entry, (people.get(row.entry) ?? 0) + 1);

  return [...people.values()].filter((count) => count > 1).length;
}
