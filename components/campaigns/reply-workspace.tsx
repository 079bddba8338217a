"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { FaultList } from "@/components/http/fault-list";
import { type Problem, sendJson } from "@/components/http/send-json";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/choice";
import { FieldSet } from "@/components/ui/field";
import { formatCount } from "@/components/ui/format-number";
import { Select } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import type { ReplyView } from "@/lib/endorsements/wire";
import { firstChoice, pairsOf, type ReplyChoice } from "./reply-choice";
import { ReplyProposal } from "./reply-proposal";
import { campaignApi } from "./words";

type Props = { slug: string; campaignId: string; reply: ReplyView };

/** The mail beside what may be read in it. A person ticks what it says; nothing is taken by itself. */
export function ReplyWorkspace({ slug, campaignId, reply }: Props) {
  const [choices, setChoices] = useState(() => reply.proposals.map((one) => firstChoice(one, reply.papers)));
  const [agreed, setAgreed] = useState(false);
  const [publish, setPublish] = useState(false);
  const [language, setLanguage] = useState(reply.languages[0] ?? "en");
  const [problem, setProblem] = useState<Problem | null>(null);
  const [done, setDone] = useState<{ added: number; known: number } | null>(null);
  const [busy, setBusy] = useState(false);
  const router = useRouter();
  const missing = reply.consent === "missing";
  const pairs = pairsOf(reply.proposals, choices);

  function choose(at: number, to: Partial<ReplyChoice>) {
    setChoices((all) => all.map((one, i) => (i === at ? { ...one, ...to } : one)));
  }

  async function confirm() {
    if (pairs === null) return setProblem({ title: "Say for which paper each ticked work is.", status: 0 });
    if (pairs.length === 0) return setProblem({ title: "Tick what the mail says first.", status: 0 });
    if (missing && !agreed) {
      return setProblem({ title: "Say that the writer agreed, or send them their link.", status: 0 });
    }
    setBusy(true);
    const outcome = await sendJson<{ added: number; known: number }>(
      "POST",
      campaignApi(slug, campaignId, `/replies/${reply.replyId}`),
      { pairs, ...(missing && { agreed: { language, publishIdentity: publish } }) },
    );
    setBusy(false);
    setProblem(outcome.ok ? null : outcome.problem);
    setDone(outcome.ok ? outcome.value : null);
    if (!outcome.ok) return;
    setChoices((all) => all.map((one) => ({ ...one, on: false })));
    router.refresh();
  }

  if (reply.text === null) return <p className="text-ink-2">This person was erased, and their mail with them.</p>;

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-2">
      <section aria-label="The mail" className="min-w-0">
        <pre className="font-read break-words whitespace-pre-wrap">{reply.text}</pre>
      </section>
      <form
        className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        <FieldSet
          legend="What may be read in it"
          hint="Tick what the mail says. Each pair then goes to the review like all others."
        >
          {reply.proposals.length === 0 ? (
            <p className="text-ink-2">No work of the list, DOI or quoted title was found.</p>
          ) : null}
          {reply.proposals.map((proposal, i) => (
            <ReplyProposal
              key={`${proposal.line} ${proposal.focalId} ${proposal.n} ${proposal.title}`}
              id={`proposal-${i}`}
              proposal={proposal}
              papers={reply.papers}
              choice={choices[i] ?? firstChoice(proposal, reply.papers)}
              onChange={(to) => choose(i, to)}
            />
          ))}
        </FieldSet>
        {missing ? (
          <FieldSet legend="Consent" hint="This person has not agreed on their page.">
            <Checkbox
              label="In this mail they agree to the information and consent text"
              checked={agreed}
              onChange={(event) => setAgreed(event.target.checked)}
            />
            <Checkbox
              label="and that it may be published with the paper’s identity"
              checked={publish}
              onChange={(event) => setPublish(event.target.checked)}
            />
            {reply.languages.length > 1 ? (
              <label className="grid justify-items-start gap-1 text-sm text-ink-2">
                Language of the text
                <Select value={language} onChange={(event) => setLanguage(event.target.value)} className="w-auto">
                  {reply.languages.map((one) => (
                    <option key={one}>{one}</option>
                  ))}
                </Select>
              </label>
            ) : null}
          </FieldSet>
        ) : null}
        {reply.consent === "ended" ? (
          <Notice tone="warn" title="This person declined: nothing of theirs is used." />
        ) : null}
        {problem ? <FaultList problem={problem} /> : null}
        {done ? <Notice tone="good" title={sayAdded(done)} /> : null}
        <div>
          <Button type="submit" variant="primary" pending={busy} disabled={reply.consent === "ended"}>
            Confirm what is ticked
          </Button>
        </div>
      </form>
    </div>
  );
}

function sayAdded({ added, known }: { added: number; known: number }): string {
  const were = (count: number) => `${formatCount(count)} ${count === 1 ? "pair was" : "pairs were"}`;

  return known === 0 ? `${were(added)} added.` : `${were(added)} added, ${formatCount(known)} there already.`;
}
