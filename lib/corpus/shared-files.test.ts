import { describe, expect, it } from "vitest";
import { hasShared, listShared, readShared, streamShared } from "./fixtures/shared-files";
import type { CorpusFault, ReadOptions } from "./read-events";
import { readRecords } from "./read-records";

async function read(file: string, more: Partial<ReadOptions> = {}) {
  const values: Record<string, unknown>[] = [];
  const faults: CorpusFault[] = [];
  let format: string | undefined;
  const options: ReadOptions = { format: "auto", fileName: file, ...more };
  for await (const event of readRecords(streamShared(file), options)) {
    if (event.kind === "record") values.push(event.record.value);
    else if (event.kind === "fault") faults.push(event.fault);
    else if (event.kind === "format") format = event.format;
  }
  return { values, faults, format };
}

// ../shared holds other people's data and is not part of the project: without it these tests have nothing to read.
describe.skipIf(!hasShared)("files of ../shared", () => {
  it("masterset-ref: every reference, as JSON.parse reads it", async () => {
    const files = ["grobid", "nougat"].flatMap((folder) =>
      listShared(`data/masterset-ref/${folder}`).map((name) => `data/masterset-ref/${folder}/${name}`),
    );
    expect(files).toHaveLength(7);
    for (const file of files) {
      const { values, faults, format } = await read(file);
      const expected = JSON.parse(readShared(file)) as Record<string, unknown>[];
      expect(faults).toEqual([]);
      expect(format).toBe("masterset");
      const back = values.map((value) => ({
        target: value.target,
        title: value.cited_title,
        year: value.cited_year,
        cite: value.cited_as,
        contexts: value.contexts,
      }));
      expect(back).toEqual(expected);
      expect(new Set(values.map((value) => value.key)).size).toBe(expected.length);
    }
  });

  it("llmjudge: 33 judges with 4,423 labels each, and the pairs without labels", async () => {
    const folder = "data/llmjudge";
    const judges = listShared(`${folder}/scores`);
    expect(judges).toHaveLength(33);
    for (const judge of judges) {
      const { values, faults, format } = await read(`${folder}/scores/${judge}`);
      expect({ judge, format, faults, count: values.length }).toEqual({
        judge,
        format: "qrels",
        faults: [],
        count: 4423,
      });
    }
    const items = await read(`${folder}/llm4eval_test_qrel_2024.txt`);
    expect(items.format).toBe("qrels");
    expect(items.values).toHaveLength(4423);
    expect(items.values[0]).toEqual({ key: "q49 p3659", qid: "q49", docid: "p3659" });
  });

  it("3c-wosp2020: the joined table and its sources", async () => {
    const folder = "data/3c-wosp2020";
    const joined = await read(`${folder}/joined.csv`);
    expect(joined.format).toBe("csv");
    expect(joined.faults).toEqual([]);
    expect(joined.values).toHaveLength(3000);
    expect(Object.keys(joined.values[0] ?? {})).toContain("citation_context");
    const purposes = new Set(joined.values.map((value) => value.purpose));
    expect(purposes.size).toBe(6);
    for (const name of ["purpose-train.csv", "influence-train.csv", "test-unlabelled.csv"]) {
      const { faults, values } = await read(`${folder}/${name}`);
      expect({ name, faults }).toEqual({ name, faults: [] });
      expect(values.length).toBeGreaterThan(900);
    }
  });

  it("the small formats", async () => {
    expect(await read("formats/muses/contexts.jsonl")).toMatchObject({
      format: "jsonl",
      faults: [],
      values: [{ context_id: "c1", target_marker: "[REF_TARGET]" }],
    });
    expect((await read("formats/trec/sample.qrels")).values).toHaveLength(3);
    expect((await read("formats/masterset/id123_Some_Title.json")).values).toMatchObject([
      { key: "id123_Some_Title:b0", in_conference_list: false },
    ]);
  });
});
