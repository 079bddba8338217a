import type { AgreementFile, AgreementNumber } from "./agreement-file";
import type { Finding } from "./release-source";

/** Two machines may differ in the last digits of a logarithm; an edited number differs by far more. */
const SAME = 1e-9;

/**
 * Stated agreement numbers against those computed again from the label rows, recipe by recipe. O(numbers).
 *
 * @example checkAgreement(stated, again); // [{ check: "agreement", message: "match/alpha_nominal: the value is …" }]
 */
export function checkAgreement(stated: AgreementFile, again: AgreementFile): Finding[] {
  const file = "agreement.json";
  const ids = new Set<string>();
  const findings: Finding[] = [];
  stated.numbers.forEach((number, place) => {
    if (ids.has(number.id)) findings.push({ file, check: "agreement", message: `${number.id} stands twice.` });
    ids.add(number.id);
    const computed = again.numbers[place];
    const fault = computed ? faultOf(number, computed) : "was not computed.";
    if (fault) findings.push({ file, check: "agreement", message: `${number.id}: ${fault}` });
  });

  return findings;
}

function faultOf(stated: AgreementNumber, again: AgreementNumber): string | undefined {
  for (const name of ["value", "low", "high", "n"] as const) {
    if (!same(stated[name], again[name]))
      return `${name} is ${stated[name] ?? "none"}; the label rows give ${again[name] ?? "none"}.`;
  }
  for (const name of ["undefined", "method"] as const) {
    if (stated[name] !== again[name]) return `${name} is ${stated[name]}; the label rows give ${again[name]}.`;
  }
  const warnings = [stated.warnings, again.warnings].map((list) => list.join(", "));

  return warnings[0] === warnings[1]
    ? undefined
    : `its warnings are ${warnings[0] || "none"}; they should be ${warnings[1] || "none"}.`;
}

function same(a: number | null, b: number | null): boolean {
  if (a === null || b === null) return a === b;

  return Math.abs(a - b) <= SAME;
}
