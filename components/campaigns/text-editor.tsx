"use client";

import { Field } from "@/components/ui/field";
import { Input, Textarea } from "@/components/ui/input";
import { Eyebrow } from "@/components/ui/text";
import { TEXT_KINDS, type TextKind } from "@/lib/campaigns/wire";
import { MAIL_KINDS, type TextDraft, type TextDrafts, textKey } from "./campaign-body";
import { Markdown } from "./markdown";
import { TEXTS } from "./words";

const SAMPLE = { name: "Ida Marsh", paper: "The patience of lists", link: "https://…/endorse/…" };

type Props = {
  language: string;
  drafts: TextDrafts;
  versions: Record<string, number>;
  /** Once people have agreed: only the mails change. */
  locked: boolean;
  onChange: (key: string, draft: TextDraft) => void;
};

/** Each text beside what its reader will see. */
export function TextEditor({ language, drafts, versions, locked, onChange }: Props) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      {TEXT_KINDS.map((kind) => {
        const key = textKey(kind, language);

        return (
          <TextField
            key={key}
            id={`text-${kind}-${language}`}
            kind={kind}
            draft={drafts[key] ?? { subject: "", markdown: "" }}
            version={versions[key]}
            disabled={locked && !MAIL_KINDS.includes(kind)}
            onChange={(draft) => onChange(key, draft)}
          />
        );
      })}
    </div>
  );
}

type TextFieldProps = {
  id: string;
  kind: TextKind;
  draft: TextDraft;
  version: number | undefined;
  disabled: boolean;
  onChange: (draft: TextDraft) => void;
};

function TextField({ id, kind, draft, version, disabled, onChange }: TextFieldProps) {
  const mail = MAIL_KINDS.includes(kind);
  const { label, hint } = TEXTS[kind];
  const shown = mail
    ? draft.markdown.replace(/\{(name|paper|link)\}/g, (_, word: keyof typeof SAMPLE) => SAMPLE[word])
    : draft.markdown;

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
      <div className="grid min-w-0 content-start gap-3">
        {mail ? (
          <Field id={`${id}-subject`} label={`${label}: subject`}>
            {(control) => (
              <Input
                {...control}
                value={draft.subject}
                maxLength={300}
                onChange={(event) => onChange({ ...draft, subject: event.target.value })}
              />
            )}
          </Field>
        ) : null}
        <Field id={id} label={version ? `${label} (version ${version})` : label} hint={hint}>
          {(control) => (
            <Textarea
              {...control}
              rows={mail || kind === "information" ? 8 : 4}
              value={draft.markdown}
              maxLength={50_000}
              disabled={disabled}
              onChange={(event) => onChange({ ...draft, markdown: event.target.value })}
            />
          )}
        </Field>
      </div>
      <section aria-label={`${label} as it will be read`} className="min-w-0 border-s-2 border-rule ps-4">
        <Eyebrow className="mb-2">How it reads</Eyebrow>
        {mail && draft.subject !== "" ? <p className="mb-2 font-semibold">{draft.subject}</p> : null}
        {shown.trim() === "" ? <p className="text-ink-2">Nothing yet.</p> : null}
        {kind === "consent" && shown.trim() !== "" ? (
          <div className="flex items-start gap-2.5">
            <span aria-hidden="true" className="mt-1 size-4 shrink-0 rounded-sm border border-ink-3" />
            <Markdown text={shown} />
          </div>
        ) : (
          <Markdown text={shown} />
        )}
      </section>
    </div>
  );
}
