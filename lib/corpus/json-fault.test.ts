import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { numberFault } from "./json-fault";

describe("numberFault", () => {
  it.each([
    "0",
    "-0",
    "0.0",
    "1e5",
    "1E+2",
    "9007199254740991",
    "-9007199254740991",
    "0.1",
    "1.50",
    "1.7976931348623157e308",
    "100000000000.25",
  ])("keeps %s", (token) => expect(numberFault(token)).toBeUndefined());

  it.each([
    "9007199254740992",
    "9007199254740993",
    "-9007199254740993",
    "100000000000000000000",
    "9007199254740993.0",
    "90071992547409931e-1",
    "0.123456789012345678",
    "1e999",
    "1e-999",
  ])("refuses %s", (token) => expect(numberFault(token)).toContain("quotes"));

  it("keeps every number that a program prints in full", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const token = JSON.stringify(value);
        const integer = /^-?\d+$/.test(token);
        expect(numberFault(token) === undefined).toBe(!integer || Number.isSafeInteger(value));
      }),
    );
  });
});
