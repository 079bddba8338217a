"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { FaultList } from "@/components/http/fault-list";
import { type Problem, sendJson } from "@/components/http/send-json";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/choice";
import { RowTh, Table, Td, Th } from "@/components/ui/table";
import { Section } from "@/components/ui/text";
import type { JoinLinkRow, Member } from "@/lib/accounts/wire";
import { JoinLinkForm } from "./join-link-form";

const ROLES = ["researcher", "adjudicator", "rater", "auditor"] as const;

export function MemberTable({ slug, members, links }: { slug: string; members: Member[]; links: JoinLinkRow[] }) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const router = useRouter();

  async function change(method: "PATCH" | "DELETE", path: string, body: unknown) {
    const outcome = await sendJson(method, `/api/v1/studies/${slug}/${path}`, body);
    setProblem(outcome.ok ? null : outcome.problem);
    router.refresh();
  }

  return (
    <>
      <Section title="Members">
        {problem ? <FaultList problem={problem} /> : null}
        <Table label="Members">
          <thead>
            <tr>
              <Th>Person</Th>
              <Th>Pseudonym</Th>
              {ROLES.map((role) => (
                <Th key={role}>{role}</Th>
              ))}
            </tr>
          </thead>
          <tbody>
            {members.map((member) => (
              <tr key={member.userId}>
                <RowTh>
                  <b className="font-semibold">{member.name}</b> <span className="text-ink-2">{member.email}</span>
                  {member.disabled ? " (account closed)" : ""}
                </RowTh>
                <Td>{member.pseudonym ?? "–"}</Td>
                {ROLES.map((role) => (
                  <Td key={role}>
                    <Checkbox
                      label={<span className="sr-only">{`${member.name} is ${role}`}</span>}
                      checked={member.roles.includes(role)}
                      onChange={(event) =>
                        void change("PATCH", "members", { userId: member.userId, role, member: event.target.checked })
                      }
                    />
                  </Td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </Section>
      <Section title="Join links">
        <p className="mb-4 max-w-[66ch] text-ink-2">
          A join link lets its holder set a passphrase and join. There is no other way to get an account.
        </p>
        <JoinLinkForm slug={slug} onMade={() => router.refresh()} />
        {links.length === 0 ? null : (
          <ul className="mt-5 grid gap-2">
            {links.map((link) => (
              <li key={link.linkId} className="flex flex-wrap items-center gap-x-4">
                <span className="font-semibold">{link.role}</span>
                <span className="text-ink-2">
                  {link.note ? `${link.note} · ` : ""}used {link.uses} of {link.maxUses} · until{" "}
                  {link.expiresAt.slice(0, 10)}
                </span>
                <Button
                  variant="link"
                  size="sm"
                  onClick={() => void change("DELETE", "join-links", { linkId: link.linkId })}
                >
                  Revoke
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Section>
    </>
  );
}
