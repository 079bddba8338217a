"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { FaultList } from "@/components/http/fault-list";
import { type Problem, sendJson } from "@/components/http/send-json";
import { Button } from "@/components/ui/button";
import { Checkbox, RadioGroup } from "@/components/ui/choice";
import { Field, FieldSet } from "@/components/ui/field";
import { formatOf } from "@/components/ui/format-number";
import { Input, Textarea } from "@/components/ui/input";
import type { LintFinding, ReleasePlan } from "@/lib/releases/wire";
import { LintFindings } from "./lint-findings";
import { ABOUT_FIELDS, isPlanned, planOfForm } from "./plan-of-form";

type Named = { value: string; label: string };
type Props = {
  slug: string;
  initial: Partial<ReleasePlan> & { title: string };
  layers: Named[];
  rounds: string[];
  pools: string[];
  targetSets: string[];
};
type Linted = { findings: LintFinding[]; layers: { name: string; rows: number; labelled: number }[] };

const PROFILES = [
  {
    value: "public",
    label: "Public",
    hint: "Pseudonyms, days without hours, no comments. Texts only under an open licence; else their hash, length and target.",
  },
  { value: "team", label: "Team", hint: "Pseudonyms, with texts, comments and times." },
  { value: "full", label: "Full", hint: "As the team’s, for the archive." },
];
const FORMATS: Named[] = [
  { value: "csv", label: "CSV, safe for spreadsheets" },
  { value: "parquet", label: "Parquet, typed" },
  { value: "qrels", label: "TREC qrels of layers, raters and judges" },
  { value: "beir", label: "BEIR folders" },
];
const TABLES: Named[] = [
  { value: "rhetoric_labels_paper_level", label: "rhetoric_labels_paper_level" },
  { value: "human_gold_audit", label: "human_gold_audit" },
  { value: "reference_lists", label: "reference_lists (must-cite layers)" },
  { value: "ratio", label: "queries, corpus, positives (marker pairs)" },
  { value: "endorsement_pairs", label: "endorsement_pairs, from the campaigns" },
  { value: "alt_test", label: "alternative annotator test" },
];
const LICENCES = ["CC-BY-4.0", "CC0-1.0", "CC-BY-SA-4.0", "CC-BY-NC-4.0", "ODC-By", "ODbL"];

function Choices({ name, all, chosen }: { name: string; all: readonly Named[]; chosen: readonly string[] }) {
  return (
    <div className="grid gap-x-6 sm:grid-cols-2">
      {all.map(({ value, label }) => (
        <Checkbox key={value} name={name} value={value} label={label} defaultChecked={chosen.includes(value)} />
      ))}
    </div>
  );
}

/** What goes into a release; the linter looks at it while it is filled in, and the server once more when it is frozen. */
export function ReleaseForm({ slug, initial, layers, rounds, pools, targetSets }: Props) {
  const [linted, setLinted] = useState<Linted | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = useRef(0);
  const router = useRouter();
  const at = `/api/v1/studies/${slug}/releases`;

  useEffect(() => () => clearTimeout(timer.current), []);

  async function look() {
    if (!form.current) return;
    const plan = planOfForm(new FormData(form.current));
    if (!isPlanned(plan)) return setLinted(null);
    asked.current += 1;
    const mine = asked.current;
    const outcome = await sendJson<Linted>("POST", `${at}/lint`, { plan });
    // An answer to what the form said before is no answer any more.
    if (mine !== asked.current) return;
    setLinted(outcome.ok ? outcome.value : null);
    setProblem(outcome.ok ? null : outcome.problem);
  }

  function lookSoon() {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void look(), 600);
  }

  async function freeze(data: FormData) {
    setBusy(true);
    const outcome = await sendJson<{ releaseId: string }>("POST", at, { plan: planOfForm(data) });
    setBusy(false);
    if (!outcome.ok) return setProblem(outcome.problem);
    router.push(`/studies/${slug}/releases/${outcome.value.releaseId}`);
  }

  return (
    <form
      ref={form}
      className="grid max-w-[72ch] gap-7"
      onChange={lookSoon}
      onSubmit={(event) => {
        event.preventDefault();
        void freeze(new FormData(event.currentTarget));
      }}
    >
      <Field id="release-title" label="Title" required>
        {(control) => <Input {...control} name="title" required maxLength={200} defaultValue={initial.title} />}
      </Field>
      <FieldSet legend="Layers" hint="Each becomes a file, with whose labels every row rests on.">
        <Choices name="layers" all={layers} chosen={initial.layers ?? []} />
      </FieldSet>
      <RadioGroup name="profile" legend="For whom" options={PROFILES} defaultValue={initial.profile ?? "public"} />
      <Field
        id="release-licence"
        label="Licence of the labels"
        hint="That of the texts stands in the settings."
        required
      >
        {(control) => (
          <>
            <Input
              {...control}
              name="licence"
              list="release-licences"
              required
              maxLength={200}
              defaultValue={initial.licence ?? ""}
            />
            <datalist id="release-licences">
              {LICENCES.map((licence) => (
                <option key={licence} value={licence} />
              ))}
            </datalist>
          </>
        )}
      </Field>
      <Field id="release-licence-url" label="Where that licence can be read" hint="Needed where it is not a usual one.">
        {(control) => <Input {...control} name="licenceUrl" type="url" defaultValue={initial.licenceUrl ?? ""} />}
      </Field>
      <Field id="release-authors" label="Who is to be cited" hint="One name a line." required>
        {(control) => (
          <Textarea {...control} name="authors" rows={3} required defaultValue={initial.authors?.join("\n") ?? ""} />
        )}
      </Field>
      <Field id="release-url" label="Where the release will be found">
        {(control) => <Input {...control} name="url" type="url" defaultValue={initial.url ?? ""} />}
      </Field>
      <FieldSet legend="Formats" hint="JSON lines are always there.">
        <Choices name="formats" all={FORMATS} chosen={initial.formats ?? ["csv", "parquet", "qrels"]} />
      </FieldSet>
      <FieldSet legend="Tables as the papers publish them">
        <Choices name="tables" all={TABLES} chosen={initial.tables ?? []} />
      </FieldSet>
      {rounds.length > 0 ? (
        <FieldSet legend="Rounds" hint="All but practice where none is chosen.">
          <Choices
            name="rounds"
            all={rounds.map((round) => ({ value: round, label: round }))}
            chosen={initial.rounds ?? []}
          />
        </FieldSet>
      ) : null}
      {pools.length > 0 ? (
        <RadioGroup
          name="pool"
          legend="Pool"
          options={[{ value: "", label: "none" }, ...pools.map((pool) => ({ value: pool, label: pool }))]}
          defaultValue={initial.pool ?? ""}
        />
      ) : null}
      {targetSets.length > 0 ? (
        <>
          <FieldSet legend="Target sets, tiers and splits">
            <Choices
              name="targetSets"
              all={targetSets.map((set) => ({ value: set, label: set }))}
              chosen={initial.targetSets ?? []}
            />
          </FieldSet>
          <Field id="release-tiers" label="Tiers that lie within each other" hint="One name a line, the widest first.">
            {(control) => (
              <Textarea {...control} name="tiers" rows={3} defaultValue={initial.tiers?.join("\n") ?? ""} />
            )}
          </Field>
        </>
      ) : null}
      <details>
        <summary className="cursor-pointer py-1 font-[550]">What people should know, for the card</summary>
        <div className="mt-4 grid gap-5">
          {ABOUT_FIELDS.map(({ id, label }) => (
            <Field key={id} id={`release-about-${id}`} label={label}>
              {(control) => (
                <Textarea
                  {...control}
                  name={`about.${id}`}
                  rows={2}
                  maxLength={5000}
                  defaultValue={initial.about?.[id] ?? ""}
                />
              )}
            </Field>
          ))}
          <Field id="release-notes" label="Notes" hint="Kept with the release in the studio.">
            {(control) => (
              <Textarea {...control} name="notes" rows={3} maxLength={20000} defaultValue={initial.notes ?? ""} />
            )}
          </Field>
        </div>
      </details>
      <div aria-live="polite" className="grid gap-4">
        {linted ? (
          <>
            <p className="text-ink-2">
              {linted.layers
                .map(({ name, rows, labelled }) => `${name}: ${formatOf(labelled, rows)} rows have a label`)
                .join("; ")}
              .
            </p>
            <LintFindings findings={linted.findings} />
          </>
        ) : null}
      </div>
      {problem ? <FaultList problem={problem} /> : null}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" pending={busy}>
          Freeze
        </Button>
        <Button onClick={() => void look()}>Lint</Button>
      </div>
    </form>
  );
}
