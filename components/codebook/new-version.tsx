"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { FaultList } from "@/components/http/fault-list";
import { type Problem, sendJson } from "@/components/http/send-json";
import { Button } from "@/components/ui/button";
import { Input, Textarea } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/text";
import type { CodebookPreview } from "@/lib/studies/wire";
import { type Fates, fatesOf, mappingOf } from "./fates";
import { MappingEditor } from "./mapping-editor";
import { VersionEffects } from "./version-effects";

type Props = { slug: string; text: string; version: number };
type Step = { text: string; fileName: string; preview: CodebookPreview; fates: Fates };

/** A next version: its text, what became of the older options, what that would do, and only then the version itself. */
export function NewVersion({ slug, text: current, version }: Props) {
  const [text, setText] = useState(current);
  const [fileName, setFileName] = useState("codebook.yaml");
  const [step, setStep] = useState<Step | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  /** Only the answer to the newest question counts. */
  const asked = useRef(0);
  const router = useRouter();
  const at = `/api/v1/studies/${slug}/codebooks`;

  async function look(fates?: Fates) {
    const mine = ++asked.current;
    setPending(true);
    const of = step && fates ? step : { text, fileName };
    const mapping = step && fates ? mappingOf(step.preview.older, step.preview.newer, fates) : undefined;
    if (step && fates) setStep({ ...step, fates });
    const body = { text: of.text, fileName: of.fileName, ...(mapping && { mapping }) };
    const outcome = await sendJson<CodebookPreview>("POST", `${at}/preview`, body);
    if (mine !== asked.current) return;
    setPending(false);
    setProblem(outcome.ok ? null : outcome.problem);
    if (!outcome.ok) return;
    const preview = outcome.value;
    setDone(preview.same ? `This is version ${preview.after} already; there is nothing to add.` : null);
    const next = fates ?? fatesOf(preview.older, preview.newer, preview.mapping);
    setStep(preview.same ? null : { text: of.text, fileName: of.fileName, preview, fates: next });
  }

  async function add(note: string) {
    if (!step) return;
    setPending(true);
    const { preview, fates } = step;
    const outcome = await sendJson<{ version: number; added: boolean; reopened: number }>("POST", at, {
      text: step.text,
      fileName: step.fileName,
      mapping: mappingOf(preview.older, preview.newer, fates),
      after: preview.after,
      note,
    });
    setPending(false);
    setProblem(outcome.ok ? null : outcome.problem);
    if (!outcome.ok) return;
    const { version: made, reopened } = outcome.value;
    const again = reopened === 0 ? "" : ` ${reopened} answered items went back to their raters.`;
    setStep(null);
    setDone(`This is now version ${made}. Labels made before keep theirs.${again}`);
    router.refresh();
  }

  async function choose(file: File | undefined) {
    if (!file) return;
    setText(await file.text());
    setFileName(file.name);
    setStep(null);
    setProblem(null);
  }

  return (
    <Section title="New version">
      <div className="grid max-w-[90ch] gap-4">
        <label className="grid gap-1 text-sm text-ink-2">
          YAML or JSON file
          <Input
            type="file"
            accept=".yaml,.yml,.json"
            onChange={(event) => void choose(event.currentTarget.files?.[0])}
          />
        </label>
        <label className="grid min-w-0 gap-1 text-sm text-ink-2">
          or change the text of version {version}
          <Textarea
            rows={14}
            spellCheck={false}
            className="font-mono text-sm"
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setStep(null);
            }}
          />
        </label>
        <div>
          <Button pending={pending && !step} onClick={() => void look()}>
            See what it changes
          </Button>
        </div>
        {problem ? <FaultList problem={problem} /> : null}
        {done ? <Notice tone="good">{done}</Notice> : null}
      </div>
      {step ? (
        <div className="mt-8 grid max-w-[90ch] gap-6">
          <h3 className="font-semibold">Version {step.preview.version} would change</h3>
          <VersionEffects preview={step.preview} />
          <div>
            <h3 className="mb-1 font-semibold">What became of the older options</h3>
            <p className="mb-4 max-w-[72ch] text-ink-2">
              {step.preview.sure
                ? "Tick what each option is now: several, where only the rater can tell which."
                : "This was guessed from names and words. Look at each: one tick is a new name or a merge, several are a split, none means dropped."}
            </p>
            <MappingEditor
              older={step.preview.older}
              newer={step.preview.newer}
              fates={step.fates}
              onChange={(fates) => void look(fates)}
            />
          </div>
          <form
            className="flex flex-wrap items-end gap-3"
            onSubmit={(event) => {
              event.preventDefault();
              void add(String(new FormData(event.currentTarget).get("note") ?? ""));
            }}
          >
            <label className="grid min-w-0 flex-1 basis-52 gap-1 text-sm text-ink-2">
              What changed, in a sentence
              <Input name="note" maxLength={1000} />
            </label>
            <Button type="submit" variant="primary" pending={pending}>
              Add version {step.preview.version}
            </Button>
          </form>
        </div>
      ) : null}
    </Section>
  );
}
