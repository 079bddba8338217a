"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { FaultList } from "@/components/http/fault-list";
import { type Problem, sendJson } from "@/components/http/send-json";
import { Button } from "@/components/ui/button";
import { Field, FieldGroup } from "@/components/ui/field";
import { Input, Select, Textarea } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/text";
import type { CampaignView } from "@/lib/campaigns/wire";
import { campaignBody, draftsOf, fieldTime, languagesOf, textKey } from "./campaign-body";
import { CollectsFields } from "./collects-fields";
import { TextEditor } from "./text-editor";
import { campaignApi, campaignAt } from "./words";

type Props = { slug: string; pools: { poolId: string; name: string }[]; campaign?: CampaignView };

/** A new campaign, or one that is there; once it is open, what people agreed to can be read here and no more changed. */
export function CampaignForm({ slug, pools, campaign }: Props) {
  const [drafts, setDrafts] = useState(() => draftsOf(campaign?.texts ?? []));
  const [languages, setLanguages] = useState(campaign?.languages.join(", ") ?? "en");
  const [language, setLanguage] = useState(campaign?.languages[0] ?? "en");
  const [problem, setProblem] = useState<Problem | null>(null);
  const [saved, setSaved] = useState(false);
  const [busy, setBusy] = useState(false);
  const router = useRouter();
  const state = campaign?.state ?? "new";
  const locked = state === "open" || state === "closed";
  const named = languagesOf(languages);
  const shown = named.includes(language) ? language : (named[0] ?? "en");
  const versions = Object.fromEntries(
    (campaign?.texts ?? []).map((text) => [textKey(text.kind, text.language), text.version]),
  );

  async function save(form: FormData) {
    setBusy(true);
    setSaved(false);
    const body = campaignBody(form, drafts, state);
    const outcome = campaign
      ? await sendJson<{ campaignId: string }>("PATCH", campaignApi(slug, campaign.campaignId), body)
      : await sendJson<{ campaignId: string }>("POST", `/api/v1/studies/${slug}/campaigns`, body);
    setBusy(false);
    setProblem(outcome.ok ? null : outcome.problem);
    if (!outcome.ok) return;
    if (campaign) {
      setSaved(true);
      router.refresh();
    } else router.push(campaignAt(slug, outcome.value.campaignId, "/papers"));
  }

  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)]"
      onSubmit={(event) => {
        event.preventDefault();
        void save(new FormData(event.currentTarget));
      }}
    >
      {locked ? (
        <Notice title={`This campaign is ${state}.`} className="mb-8">
          What people have agreed to stays as it is. Dates, reminders, sender, contact, pool and mails may still change.
        </Notice>
      ) : null}
      <Section title="What is asked">
        <div className="max-w-[66ch]">
          <FieldGroup>
            <Field id="campaign-name" label="Name" hint="Authors read it." required>
              {(control) => (
                <Input
                  {...control}
                  name="name"
                  required
                  maxLength={300}
                  disabled={locked}
                  defaultValue={campaign?.name ?? ""}
                />
              )}
            </Field>
            <CollectsFields collects={campaign?.collects} disabled={locked} />
          </FieldGroup>
        </div>
      </Section>
      <Section
        title="Texts"
        actions={
          named.length > 1 ? (
            <label className="flex items-center gap-2">
              Language
              <Select value={shown} onChange={(event) => setLanguage(event.target.value)} className="w-auto">
                {named.map((one) => (
                  <option key={one}>{one}</option>
                ))}
              </Select>
            </label>
          ) : null
        }
      >
        <Field
          id="campaign-languages"
          label="Languages"
          hint="As en or pt-BR, with commas between. Each needs its own information, consent and question."
          className="mb-6 max-w-[66ch]"
        >
          {(control) => (
            <Input
              {...control}
              name="languages"
              required
              disabled={locked}
              value={languages}
              onChange={(event) => setLanguages(event.target.value)}
            />
          )}
        </Field>
        <input type="hidden" name="allLanguages" value={languages} />
        <p className="mb-6 max-w-[66ch] text-sm text-ink-2">
          Markdown: **bold**, *emphasis*, lists and links. Each change is a new version; with an answer is kept which
          version its author agreed to.
        </p>
        <TextEditor
          language={shown}
          drafts={drafts}
          versions={versions}
          locked={locked}
          onChange={(key, draft) => setDrafts((before) => ({ ...before, [key]: draft }))}
        />
      </Section>
      <Section title="When, by whom, against what">
        <div className="max-w-[66ch]">
          <FieldGroup>
            <Field id="campaign-opens" label="Links open from (UTC)" hint="Empty: as soon as the campaign is opened.">
              {(control) => (
                <Input
                  {...control}
                  name="opensAt"
                  type="datetime-local"
                  defaultValue={fieldTime(campaign?.opensAt ?? null)}
                />
              )}
            </Field>
            <Field id="campaign-closes" label="Deadline (UTC)" hint="After it answers can be read and withdrawn.">
              {(control) => (
                <Input
                  {...control}
                  name="closesAt"
                  type="datetime-local"
                  defaultValue={fieldTime(campaign?.closesAt ?? null)}
                />
              )}
            </Field>
            <Field id="campaign-reminders" label="Reminders after so many days" hint="At most two: 7, 14. Empty: none.">
              {(control) => (
                <Input {...control} name="reminderDays" defaultValue={campaign?.reminderDays.join(", ") ?? "7, 14"} />
              )}
            </Field>
            <Field id="campaign-sender" label="Sender’s name">
              {(control) => (
                <Input {...control} name="senderName" maxLength={300} defaultValue={campaign?.senderName ?? ""} />
              )}
            </Field>
            <Field id="campaign-sender-email" label="Sender’s address">
              {(control) => (
                <Input {...control} name="senderEmail" type="email" defaultValue={campaign?.senderEmail ?? ""} />
              )}
            </Field>
            <Field id="campaign-contact" label="Contact for questions" hint="Authors see it on every page.">
              {(control) => (
                <Textarea
                  {...control}
                  name="contact"
                  rows={2}
                  maxLength={2000}
                  defaultValue={campaign?.contact ?? ""}
                />
              )}
            </Field>
            <Field
              id="campaign-pool"
              label="Candidate pool"
              hint="Works are matched to it. Without a pool no pair is retrieval-evaluable."
            >
              {(control) => (
                <Select {...control} name="poolId" defaultValue={campaign?.poolId ?? ""}>
                  <option value="">no pool</option>
                  {pools.map(({ poolId, name }) => (
                    <option key={poolId} value={poolId}>
                      {name}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <Field id="campaign-reviewers" label="Reviewers that each pair needs">
              {(control) => (
                <Select {...control} name="reviewers" disabled={locked} defaultValue={String(campaign?.reviewers ?? 1)}>
                  <option value="1">one</option>
                  <option value="2">two, blind to each other, with κ between them</option>
                </Select>
              )}
            </Field>
          </FieldGroup>
        </div>
      </Section>
      <div className="grid max-w-[66ch] gap-4">
        {problem ? <FaultList problem={problem} /> : null}
        {saved ? <Notice tone="good">Saved.</Notice> : null}
        <div>
          <Button type="submit" variant="primary" pending={busy}>
            {campaign ? "Save" : "Save as a draft"}
          </Button>
        </div>
      </div>
    </form>
  );
}
