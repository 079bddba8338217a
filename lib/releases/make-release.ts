import { createHash } from "node:crypto";
import { canonicalJson } from "@/lib/codebooks/canonical-json";
import { CodebookSchema } from "@/lib/codebooks/schema";
import { sql } from "@/lib/db/sql";
import { ServiceError } from "@/lib/errors";
import { type Settled, settledKey } from "@/lib/release-files/agreement-patterns";
import { collectAgreement } from "@/lib/release-files/collect-agreement";
import { Manifest } from "@/lib/release-files/manifest";
import { sealRelease, writeAgreement } from "@/lib/release-files/seal-release";
import { ADJUDICATIONS, ITEMS, LABELS } from "@/lib/release-files/tables";
import { loadStudyVersions } from "@/lib/studies/version-mapping";
import { checkPlan } from "./check-plan";
import { bibtex } from "./cite-as";
import { areWhole, pairsOf } from "./endorsed-pairs";
import type { FileStore } from "./file-store";
import { type FileWriter, fileWriter } from "./file-writer";
import { factsBeforeRows } from "./gather-facts";
import { guidelineText } from "./guideline-text";
import { licenceOf } from "./licence-of";
import { type LintFacts, lint, refusals } from "./lint";
import {
  answeredIn,
  idTypeOf,
  judgeFacts,
  labelFacts,
  lastEvent,
  sampleFacts,
  setsOf,
  withdrawnIn,
} from "./manifest-facts";
import { isOpenLicence } from "./open-licence";
import { type Answered, changedQuestions, otherVersions } from "./other-versions";
import { agreementRecipes } from "./recipes";
import type { ReleaseReader } from "./release-reader";
import { adjudicationRows, itemRows, labelRows, type Terms } from "./release-rows";
import { type ReleaseScope, scopeOf } from "./release-scope";
import { softwareVersion } from "./software-version";
import { type Before, versionOf } from "./version-of";
import type { ReleasePlan } from "./wire";
import { writeEndorsements } from "./write-endorsements";
import { gradedBy, writeJudgements } from "./write-judgements";
import { type Names, writeLayers } from "./write-layers";
import { writePaperTables } from "./write-paper-tables";

export type MadeRelease = { manifest: Manifest; manifestHash: string };

/** Writes all files of a release from one moment of a study. The same data, plan and predecessor give the same bytes. */
export async function makeRelease(
  reader: ReleaseReader,
  store: FileStore,
  asked: { studyId: string; plan: ReleasePlan; before: Before },
): Promise<MadeRelease> {
  const { studyId, plan, before } = asked;
  const { snapshot, patch } = reader;
  const study = await studyOf(reader, studyId);
  const layers = await reader.verbs((ctx) => checkPlan(ctx, studyId, plan));
  const linted = await factsBeforeRows(reader, studyId, study.licence, plan, layers);
  refuse({ ...linted, stated: [] });
  const { codebook } = study;
  const questions = [...codebook.questions, ...codebook.derived].map((entry) => entry.id);
  const layerRoundIds = layers.flatMap((layer) => layer.resolved.roundIds);
  const history = await reader.verbs((ctx) => loadStudyVersions(ctx, studyId));
  const mappings = patch ? [] : changedQuestions(history, questions);
  const scope = await scopeOf(snapshot, studyId, { rounds: plan.rounds, layerRoundIds, questions, mappings });
  const terms: Terms = { profile: plan.profile, licence: study.licence, codebook };
  const pairs = plan.tables.includes("endorsement_pairs")
    ? await reader.verbs((ctx) => pairsOf(ctx, patch?.base ?? null, studyId, plan.profile))
    : null;
  const ids = areWhole(pairs ?? []) ? await idTypeOf(snapshot, studyId) : "string";
  const writer = fileWriter(store, ids, plan.formats);
  const names = await namesOf(reader, studyId);
  const rounds = { people: scope.roundIds.map(names.round).toSorted(), all: names.rounds };
  const given = await answeredIn(snapshot, scope);
  const answered = onceEach(given);
  const others = otherVersions(codebook, history, given);

  await writer.text("codebook.json", canonicalJson(study.content));
  await writer.text("guideline.md", guidelineText(codebook));
  await writer.table("items", ITEMS, itemRows(snapshot, scope, terms));
  const settled = await writeSettled(reader, writer, scope);
  const recipes = agreementRecipes({
    ...{ codebook, rounds: rounds.people, seed: plan.seed, replicates: plan.replicates },
    ...{ answered: given, pinned: others, settled: settled.questions },
  });
  const agreement = collectAgreement(recipes, settled.values);
  await writer.table("labels", LABELS, labelRows(snapshot, scope, terms), agreement.add);
  const graded = gradedBy(plan, linted.withoutQrels);
  const described = await writeLayers(reader, writer, layers, names, graded);
  refuse({ ...linted, layers: described.facts });
  const facts = { plan, scope, terms, layers, answered, settled: settled.questions, rounds };
  const open = textsOpen(plan, study.licence);
  const { qrels, altTests } = await writeJudgements(reader, writer, { ...facts, textsOpen: open }, graded);
  await writePaperTables(reader, writer, { ...facts, ids, pairs });
  const endorsements = await writeEndorsements(reader, writer, { studyId, plan, pairs });
  const numbers = agreement.finish();
  await writer.text("agreement.json", writeAgreement(numbers));

  const at = await lastEvent(snapshot, scope, plan.profile);
  const { versions, ...counts } = await labelFacts(snapshot, scope);
  const told = (text: string) => (text === "" ? null : text);
  const unversioned = {
    layout: 1 as const,
    study: { slug: study.slug, title: plan.title, description: study.description },
    profile: plan.profile,
    licence: licenceOf(plan.licence, plan.licenceUrl),
    authors: plan.authors.map((name) => ({ name })),
    url: told(plan.url),
    language: plan.languages,
    keywords: plan.keywords,
    software: { name: "assay" as const, version: softwareVersion() },
    snapshot: { id: stateOf(writer), at },
    ids,
    codebook: {
      title: codebook.title,
      version: study.version,
      sha256: sha256(canonicalJson(study.content)),
      path: "codebook.json",
      guidelinePath: "guideline.md",
      versions,
    },
    ...counts,
    judges: await judgeFacts(snapshot, scope),
    samples: await sampleFacts(snapshot, scope),
    ...(await setsOf(snapshot, studyId, plan)),
    layers: described.layers,
    qrels: [...described.qrels, ...qrels],
    altTests,
    ...(endorsements && { endorsements }),
    ...(others.length > 0 && { otherVersions: others }),
    about: {
      demographics: told(plan.about.demographics),
      collection: told(plan.about.collection),
      limitations: told(plan.about.limitations),
      biases: told(plan.about.biases),
      uses: told(plan.about.uses),
      sensitive: told(plan.about.sensitive),
      maintenance: told(plan.about.maintenance),
    },
    withdrawn: patch ? patch.base.manifest.withdrawn + patch.withdrawn : await withdrawnIn(snapshot, scope),
    tables: writer.tables,
    files: writer.files.toSorted(byPath),
  };
  const versioned = versionOf(before, unversioned, patch !== null);
  const cited = {
    authors: plan.authors,
    title: plan.title,
    version: versioned.version,
    year: at.slice(0, 4),
    slug: study.slug,
    url: told(plan.url),
  };
  const draft = Manifest.parse({ ...unversioned, ...versioned, citeAs: bibtex(cited) });
  const sealed = sealRelease(draft, numbers);
  for (const { path, mediaType, content } of sealed.files)
    await store.write({ path, mediaType, bytes: piece(content) });

  return { manifest: sealed.manifest, manifestHash: sealed.manifestSha256 };
}

/** Who answered what, whatever the version. */
function onceEach(rows: readonly Answered[]): Answered[] {
  return rows.filter((row, i) => rows[i - 1]?.question !== row.question || rows[i - 1]?.rater !== row.rater);
}

async function writeSettled({ snapshot }: ReleaseReader, writer: FileWriter, scope: ReleaseScope) {
  const values = new Map<string, string>();
  const questions = new Set<string>();
  await writer.table("adjudications", ADJUDICATIONS, adjudicationRows(snapshot, scope), (row) => {
    if (row.value === null) return;
    values.set(settledKey(row), String(row.value));
    questions.add(String(row.question));
  });

  return { values: values as Settled, questions: [...questions] };
}

async function studyOf({ snapshot }: ReleaseReader, studyId: string) {
  const [row] = await snapshot.rows<{
    slug: string;
    description: string;
    licence: string;
    version: number;
    content: unknown;
  }>(sql`SELECT s.slug, s.description, s.licence, c.version, c.content FROM "Study" s
    JOIN "Codebook" c ON c."studyId" = s.id WHERE s.id = ${studyId}::uuid ORDER BY c.version DESC LIMIT 1`);
  if (!row) throw new Error("The study has no codebook.");

  return { ...row, codebook: CodebookSchema.parse(row.content) };
}

async function namesOf({ snapshot }: ReleaseReader, studyId: string): Promise<Names & { rounds: string[] }> {
  const raters = await snapshot.rows<{ id: string; name: string }>(
    sql`SELECT id, pseudonym AS name FROM "Rater" WHERE "studyId" = ${studyId}::uuid`,
  );
  const rounds = await snapshot.rows<{ id: string; name: string }>(
    sql`SELECT id, name FROM "Round" WHERE "studyId" = ${studyId}::uuid ORDER BY name COLLATE "C"`,
  );
  const lookup = (rows: readonly { id: string; name: string }[]) => {
    const names = new Map(rows.map((row) => [row.id, row.name]));

    return (id: string) => {
      const name = names.get(id);
      if (name === undefined) throw new Error(`Nobody here has the id ${id}.`);

      return name;
    };
  };

  return { rater: lookup(raters), round: lookup(rounds), rounds: rounds.map((row) => row.name) };
}

/** Names the state of the data by what the rows say, so that the same data have the same name whenever they are read. */
function stateOf(writer: FileWriter): string {
  const rows = writer.files.filter((file) => file.path.endsWith(".jsonl")).toSorted(byPath);

  return sha256(rows.map((file) => `${file.sha256}  ${file.path}\n`).join(""));
}

function textsOpen(plan: ReleasePlan, licence: string): boolean {
  return plan.profile !== "public" || isOpenLicence(licence);
}

function refuse(facts: LintFacts): void {
  const findings = refusals(lint(facts));
  if (findings.length > 0) throw refused(findings);
}

function refused(findings: ReturnType<typeof refusals>): ServiceError {
  const faults = findings.flatMap(({ rule, words, rows }) => [
    { column: rule, reason: words },
    ...rows.slice(0, 20).map((row) => ({ column: rule, reason: row })),
  ]);

  return new ServiceError(
    "unprocessable",
    `Nothing was released. ${findings.map((finding) => finding.words).join(" ")}`,
    {
      faults: faults.slice(0, 100),
      total: faults.length,
    },
  );
}

function byPath(a: { path: string }, b: { path: string }): number {
  return a.path < b.path ? -1 : 1;
}

function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

async function* piece(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}
