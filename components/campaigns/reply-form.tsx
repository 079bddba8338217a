"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { FaultList } from "@/components/http/fault-list";
import { type Problem, sendJson } from "@/components/http/send-json";
import { Button } from "@/components/ui/button";
import { Field, FieldGroup } from "@/components/ui/field";
import { FileDrop } from "@/components/ui/file-drop";
import { Input, Textarea } from "@/components/ui/input";
import { campaignApi, campaignAt } from "./words";

const MOST = 200_000;

type Props = { slug: string; campaignId: string; people: { email: string; name: string | null }[] };

/** A mail's text, pasted or from a file. It is kept; what it says is read from it on the next page. */
export function ReplyForm({ slug, campaignId, people }: Props) {
  const [text, setText] = useState("");
  const [email, setEmail] = useState("");
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const router = useRouter();

  async function take(file: File | undefined) {
    if (!file) return;
    if (file.size > MOST) {
      setProblem({ title: "This file is longer than a mail’s text (200 kB). Paste the part that matters.", status: 0 });
      return;
    }
    const read = await file.text();
    setText(read);
    const from = /^From:.*?([^\s<>"]+@[^\s<>"]+)/im.exec(read)?.[1];
    if (from && people.some((one) => one.email === from.toLowerCase())) setEmail(from.toLowerCase());
  }

  async function keep() {
    setBusy(true);
    const path = campaignApi(slug, campaignId, "/replies");
    const outcome = await sendJson<{ replyId: string }>("POST", path, { email, text });
    setBusy(false);
    setProblem(outcome.ok ? null : outcome.problem);
    if (outcome.ok) router.push(campaignAt(slug, campaignId, `/replies/${outcome.value.replyId}`));
  }

  return (
    <form
      className="grid max-w-[66ch] grid-cols-[minmax(0,1fr)] gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void keep();
      }}
    >
      <FieldGroup>
        <Field id="reply-email" label="Who wrote it" hint="The address that was asked." required>
          {(control) => (
            <>
              <Input
                {...control}
                type="email"
                list="reply-people"
                autoComplete="off"
                value={email}
                onChange={(event) => setEmail(event.target.value)}
              />
              <datalist id="reply-people">
                {people.map((one) => (
                  <option key={one.email} value={one.email}>
                    {one.name ?? ""}
                  </option>
                ))}
              </datalist>
            </>
          )}
        </Field>
        <FileDrop
          label="Drop the mail as text here, or choose it"
          hint=".txt, or .eml in plain text"
          accept=".txt,.eml,text/plain,message/rfc822"
          onFiles={([first]) => void take(first)}
        />
        <Field
          id="reply-text"
          label="Its text"
          hint="Quoted lines and the signature are left out when it is read."
          required
        >
          {(control) => (
            <Textarea
              {...control}
              rows={10}
              maxLength={MOST}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
      </FieldGroup>
      {problem ? <FaultList problem={problem} /> : null}
      <div>
        <Button type="submit" variant="primary" pending={busy}>
          Keep and read
        </Button>
      </div>
    </form>
  );
}
