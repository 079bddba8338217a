import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { NoServerForPlatform } from "@/lib/db/supervisor/binaries";
import { ServiceError } from "@/lib/errors";
import { type Command, parseCommand, printError, printTable, UsageError } from "./command";
import { main } from "./main";

let out = "";
let err = "";

beforeEach(() => {
  out = "";
  err = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    out += text;
    return true;
  });
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    err += text;
    return true;
  });
});

afterEach(() => vi.restoreAllMocks());

test("a table for people: numbers to the right", () => {
  printTable([
    { study: "a", items: 5 },
    { study: "long name", items: 1200 },
  ]);
  expect(out).toBe("study      items\n---------  -----\na              5\nlong name   1200\n");
});

test("the same rows as JSON", () => {
  printTable([{ study: "a", bytes: 9007199254740993n }], { json: true });
  expect(JSON.parse(out)).toEqual([{ study: "a", bytes: "9007199254740993" }]);
});

test("an error says its faults by place, and how many more there are", () => {
  const faults = [{ file: "a.csv", line: 3, column: 7, reason: "not a label" }];
  expect(printError(new ServiceError("bad_input", "Nothing was imported.", { faults, total: 12 }))).toBe(1);
  expect(err).toBe("Nothing was imported.\na.csv:3:7: not a label\n… 1 of 12 faults shown.\n");
});

test("a machine without a server, and a question asked wrongly, exit with 2", () => {
  expect(printError(new NoServerForPlatform("musl"))).toBe(2);
  const command: Command = { name: "x", summary: "", usage: "assay x FILE", run: async () => 0 };
  expect(printError(new UsageError("FILE is missing."), command)).toBe(2);
  expect(err).toContain("set DATABASE_URL");
  expect(err).toContain("FILE is missing.\n\nassay x FILE");
});

test("unknown options are refused", () => {
  expect(parseCommand(["f", "--json"], {})).toMatchObject({ values: { json: true }, positionals: ["f"] });
  expect(() => parseCommand(["--jsn"], {})).toThrow(UsageError);
});

test("help, and commands that are not there", async () => {
  expect(await main(["--help"])).toBe(0);
  expect(out).toContain("db     ".trim());
  expect(await main(["frobnicate"])).toBe(2);
  expect(err).toContain("There is no command frobnicate.");
  expect(await main(["db", "--help"])).toBe(0);
  expect(out).toContain("assay db stop");
});
