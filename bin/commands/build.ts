import { type Command, parseCommand, print } from "@/bin/command";
import { buildIfStale } from "@/bin/start/build";

export const command: Command = {
  name: "build",
  summary: "build the studio for production",
  usage: `
assay build [--force]    build for production where the sources have changed; "assay start" does so by itself`,
  async run(args) {
    const { values } = parseCommand(args, { force: { type: "boolean", default: false } });
    const built = await buildIfStale(print, values.force);
    print(built ? "Built." : "The build is up to date.");
    return 0;
  },
};
