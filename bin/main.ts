import { print, printError } from "@/bin/command";
import { COMMANDS } from "@/bin/commands/list";

function help(): string {
  const width = Math.max(...COMMANDS.map((entry) => entry.name.length));
  const lines = COMMANDS.map((entry) => `  ${entry.name.padEnd(width)}  ${entry.summary}`);
  return `assay: check the labels that judges give to citations.\n\n${lines.join("\n")}\n\nassay COMMAND --help says more.`;
}

/** Answers the exit code. */
export async function main(args: string[]): Promise<number> {
  // `assay … | head` closes the pipe early: that is the reader's choice and no error of ours.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
  const [name, ...rest] = args;
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    print(help());
    return name === undefined ? 2 : 0;
  }
  const entry = COMMANDS.find((candidate) => candidate.name === name);
  if (!entry) {
    process.stderr.write(`There is no command ${name}.\n\n${help()}\n`);
    return 2;
  }
  const command = await entry.load();
  if (rest.includes("--help") || rest.includes("-h")) {
    print(command.usage.trim());
    return 0;
  }
  try {
    return await command.run(rest);
  } catch (error) {
    return printError(error, command);
  }
}
