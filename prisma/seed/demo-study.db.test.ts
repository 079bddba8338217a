import { describe, expect, it } from "vitest";
import { loadReport } from "@/lib/agreement-reports/load-report";
import type { ServiceContext } from "@/lib/context";
import { readStudy } from "@/lib/studies/read-study";
import { seedDemoStudy } from "./demo-study";

const ctx: ServiceContext = { actor: { kind: "command" }, requestId: "test" };

describe("the demo study", () => {
  it("has a pilot whose agreement can be computed by hand: 20 of 30 passages have three equal roles", async () => {
    await seedDemoStudy(ctx);
    const { studyId } = await readStudy(ctx, { slug: "demo" });
    const report = await loadReport(ctx, { studyId, replicates: 0 });
    expect(report.raters).toHaveLength(3);
    expect(report.items).toBe(30);
    const equal = report.measures.find((measure) => measure.id === "all_equal")?.result;
    expect(equal).toMatchObject({ value: 20 / 30, n: 30 });
    expect(report.judges[0]?.report.coverage).toMatchObject({ value: 1 });
  });
});
