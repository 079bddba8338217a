import { type Command, parseCommand, print, printJson, UsageError, withDatabase } from "@/bin/command";
import { eraseSubject } from "@/lib/campaigns/erase-subject";
import { exportSubject } from "@/lib/campaigns/export-subject";

export const command: Command = {
  name: "subject",
  summary: "a person’s data: export, erase",
  usage: `
assay subject export EMAIL                      all that is held about a person, as JSON
assay subject erase EMAIL [--mode unlink|remove]
    unlink (default): address, name, links, mails, reasons and notes go; what was answered stays under a random id
    remove: the answers go as well, from every later release
    Again is the same as once.`,
  async run(args) {
    const { values, positionals } = parseCommand(args, { mode: { type: "string" } });
    const [verb, email, more] = positionals;
    if (!email || more !== undefined || (verb !== "export" && verb !== "erase")) {
      throw new UsageError("assay subject export|erase EMAIL");
    }
    if (values.mode !== undefined && values.mode !== "unlink" && values.mode !== "remove") {
      throw new UsageError("--mode is unlink or remove.");
    }

    return withDatabase(async (ctx) => {
      if (verb === "export") {
        printJson(await exportSubject(ctx, { email }));

        return 0;
      }
      const erased = await eraseSubject(ctx, { email, ...(values.mode && { mode: values.mode }) });
      if (values.json) printJson(erased);
      else if (erased.invitees === 0 && !erased.account) print("Nothing is held under this address.");
      else {
        const account = erased.account ? " and an account" : "";
        print(`Erased: ${erased.invitees} as author${account}. ${erased.pairs} confirmed pairs leave later releases.`);
      }

      return 0;
    });
  },
};
