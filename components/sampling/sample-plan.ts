/** The form's text as a sample plan; the server checks it. Pure, so that it is tested without a browser. */
export function samplePlan(form: Record<string, string>): Record<string, unknown> {
  const text = (name: string) => (form[name] ?? "").trim();
  const number = (name: string) => (text(name) === "" ? undefined : Number(text(name)));
  const names = (name: string) =>
    text(name)
      .split(/[\s,;]+/)
      .filter(Boolean);
  const k = number("k") ?? 1;
  const overlap = number("overlapSize");
  const extra = number("overlapK") ?? k + 1;

  return {
    size: text("size") === "" ? "all" : Number(text("size")),
    seed: text("seed"),
    strata: stratumOf(form),
    allocation: text("allocation") === "equal" ? "equal" : "proportional",
    minimum: number("minimum") ?? 0,
    ...(number("perFocal") !== undefined && { perFocal: number("perFocal") }),
    onePerWindow: text("onePerWindow") === "on",
    filter: text("located") === "on" ? { located: true } : {},
    k,
    reservedFor: names("reservedFor"),
    ...(overlap !== undefined && { overlap: { size: overlap, k: extra, reservedFor: names("overlapReservedFor") } }),
  };
}

/** `field:venue`, `label:JUDGE`, `confidence:JUDGE`, `cell:JUDGE|JUDGE`, comma-separated choices of the form. */
function stratumOf(form: Record<string, string>): Record<string, unknown>[] {
  const question = form.stratumQuestion ?? "";

  return [form.stratum1 ?? "", form.stratum2 ?? ""].flatMap((choice): Record<string, unknown>[] => {
    const at = choice.indexOf(":");
    const rest = choice.slice(at + 1);
    switch (choice.slice(0, at)) {
      case "field":
        return [{ field: rest }];
      case "label":
        return [{ judge: rest, question }];
      case "confidence":
        return [{ judge: rest, question, confidence: true }];
      case "cell":
        return [{ judges: rest.split("|"), question }];
      default:
        return [];
    }
  });
}
