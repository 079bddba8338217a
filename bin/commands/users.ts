import { text as readAll } from "node:stream/consumers";
import { type Command, parseCommand, print, printJson, printTable, UsageError, withDatabase } from "@/bin/command";
import { findStudy } from "@/bin/find-study";
import { changeUser } from "@/lib/accounts/change-user";
import { createFirstAdminLink } from "@/lib/accounts/create-first-admin-link";
import { createJoinLink } from "@/lib/accounts/create-join-link";
import { listUsers } from "@/lib/accounts/list-users";
import { setPassphrase } from "@/lib/accounts/set-passphrase";
import type { ServiceContext } from "@/lib/context";
import { notFound } from "@/lib/errors";

async function userIdOf(ctx: ServiceContext, email: string): Promise<string> {
  const found = (await listUsers(ctx)).find((user) => user.email === email.toLowerCase());
  if (!found) throw notFound("This account");

  return found.userId;
}

const CHANGES: Record<string, { disabled?: boolean; administrator?: boolean }> = {
  disable: { disabled: true },
  enable: { disabled: false },
  promote: { administrator: true },
  demote: { administrator: false },
};

async function invite(
  ctx: ServiceContext,
  values: { study?: string | undefined; role?: string | undefined; people?: string | undefined },
) {
  if (!values.study) {
    const link = await createFirstAdminLink(ctx);
    if (!link) throw new UsageError("There is an administrator already. Invite to a study: --study SLUG --role rater");

    return link;
  }
  const { studyId } = await findStudy(ctx, values.study);

  return createJoinLink(ctx, { studyId, role: values.role ?? "rater", maxUses: Number(values.people ?? 1) });
}

export const command: Command = {
  name: "users",
  summary: "list, invite, passphrase, disable, enable, promote, demote",
  usage: `
assay users list
assay users invite [--study SLUG] [--role rater|researcher|adjudicator|auditor] [--people N]
    print a join link; without --study the link that makes the first administrator
assay users passphrase EMAIL < FILE      set a new passphrase, read from standard input; ends open sessions
assay users disable|enable|promote|demote EMAIL`,
  async run(args) {
    const text = { type: "string" as const };
    const { values, positionals } = parseCommand(args, { study: text, role: text, people: text });
    const [verb, email] = positionals;
    if (verb === "list") {
      const users = await withDatabase((ctx) => listUsers(ctx));
      printTable(users, {
        json: values.json,
        empty: "No account yet. `assay users invite` makes the first administrator’s link.",
      });

      return 0;
    }
    if (verb === "invite") {
      const link = await withDatabase((ctx) => invite(ctx, values));
      if (values.json) printJson(link);
      else print(link.url);

      return 0;
    }
    if (!verb || !email) throw new UsageError("What should be done, and with which account?");
    if (verb === "passphrase") {
      const passphrase = (await readAll(process.stdin)).replace(/\r?\n$/, "");
      const { sessionsEnded } = await withDatabase((ctx) => setPassphrase(ctx, { email, passphrase }));
      if (values.json) printJson({ email, sessionsEnded });
      else print(`The passphrase is set; ${sessionsEnded} open sessions ended.`);

      return 0;
    }
    const change = CHANGES[verb];
    if (!change) throw new UsageError(`assay users has no verb ${verb}.`);
    await withDatabase(async (ctx) => changeUser(ctx, { userId: await userIdOf(ctx, email), ...change }));
    if (values.json) printJson({ email, ...change });
    else print("Done.");

    return 0;
  },
};
