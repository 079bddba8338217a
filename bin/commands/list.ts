import type { Command } from "@/bin/command";

/** Name, summary for `assay --help`, and where the command is. The order is that of the help. */
export const COMMANDS: { name: string; summary: string; load: () => Promise<Command> }[] = [
  { name: "start", summary: "run the studio", load: async () => (await import("./start")).command },
  { name: "build", summary: "build the studio for production", load: async () => (await import("./build")).command },
  {
    name: "studies",
    summary: "list, create, codebook",
    load: async () => (await import("./studies")).command,
  },
  {
    name: "import",
    summary: "items, judges’ labels, people’s labels",
    load: async () => (await import("./import")).command,
  },
  {
    name: "extract",
    summary: "citation contexts from full texts, as items",
    load: async () => (await import("./extract")).command,
  },
  {
    name: "mine",
    summary: "sentence pairs by discourse markers, and lexicons of markers",
    load: async () => (await import("./mine")).command,
  },
  {
    name: "export",
    summary: "write a layer as JSON lines, CSV, qrels or Parquet",
    load: async () => (await import("./export")).command,
  },
  {
    name: "release",
    summary: "freeze layers into a release; list, write, remake",
    load: async () => (await import("./release")).command,
  },
  {
    name: "layers",
    summary: "list, create, steps, compare, must-cite, retire",
    load: async () => (await import("./layers")).command,
  },
  {
    name: "users",
    summary: "list, invite, passphrase, disable …",
    load: async () => (await import("./users")).command,
  },
  { name: "db", summary: "status, stop, migrate, migrate-new", load: async () => (await import("./db")).command },
  {
    name: "rounds",
    summary: "list, create, close, open, overlap",
    load: async () => (await import("./rounds")).command,
  },
  { name: "sample", summary: "draw items into a round", load: async () => (await import("./sample")).command },
  {
    name: "agreement",
    summary: "agreement of raters and judges, from a file or a study",
    load: async () => (await import("./agreement")).command,
  },
  {
    name: "score",
    summary: "score runs against judgements",
    load: async () => (await import("./score")).command,
  },
  {
    name: "leaderboard",
    summary: "does the order of runs stand under other labels?",
    load: async () => (await import("./leaderboard")).command,
  },
  {
    name: "campaign",
    summary: "ask authors what shaped their papers",
    load: async () => (await import("./campaign")).command,
  },
  {
    name: "subject",
    summary: "a person’s data: export, erase",
    load: async () => (await import("./subject")).command,
  },
  {
    name: "verify",
    summary: "check a release against its own rows, and a paper’s numbers against it",
    load: async () => (await import("./verify")).command,
  },
  { name: "backup", summary: "write all data to a folder", load: async () => (await import("./backup")).command },
  {
    name: "restore",
    summary: "read a backup into an empty database",
    load: async () => (await import("./restore")).command,
  },
  { name: "doctor", summary: "check this installation", load: async () => (await import("./doctor")).command },
];
