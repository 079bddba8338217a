import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import type { Edge } from "./edges";

const GROUP = 100_000;
const SCHEMA = [
  { name: "root", num_children: 6 },
  { name: "focal_corpusid", type: "INT64", repetition_type: "REQUIRED" },
  { name: "candidate_corpusid", type: "INT64", repetition_type: "REQUIRED" },
  { name: "n_mentions", type: "INT32", repetition_type: "REQUIRED" },
  { name: "n_root_mentions", type: "INT32", repetition_type: "REQUIRED" },
  { name: "max_root_prob", type: "FLOAT", repetition_type: "OPTIONAL" },
  { name: "root_label", type: "INT32", repetition_type: "OPTIONAL" },
] satisfies ConstructorParameters<typeof ParquetWriter>[0]["schema"];

/** MUSES’ rhetoric_labels_paper_level as Parquet, row groups of at most 100,000 edges, each sent as soon as it is full. */
export async function* encodeParquet(pages: AsyncIterable<Edge[]>): AsyncGenerator<Uint8Array> {
  const bytes = new ByteWriter();
  const writer = new ParquetWriter({ writer: bytes, schema: SCHEMA, createdBy: "assay" });
  let group: Edge[] = [];
  for await (const page of pages) {
    group.push(...page);
    if (group.length < GROUP) continue;
    await writeGroup(writer, group.slice(0, GROUP));
    group = group.slice(GROUP);
    yield take(bytes);
  }
  if (group.length > 0) await writeGroup(writer, group);
  await writer.finish();
  yield take(bytes);
}

async function writeGroup(writer: ParquetWriter, edges: Edge[]): Promise<void> {
  await writer.write({
    rowGroupSize: GROUP,
    columnData: [
      { name: "focal_corpusid", data: edges.map((edge) => edge.focal), type: "INT64" },
      { name: "candidate_corpusid", data: edges.map((edge) => edge.candidate), type: "INT64" },
      { name: "n_mentions", data: edges.map((edge) => edge.mentions), type: "INT32" },
      { name: "n_root_mentions", data: edges.map((edge) => edge.rootMentions), type: "INT32" },
      { name: "max_root_prob", data: edges.map((edge) => edge.maxRootProbability), type: "FLOAT" },
      { name: "root_label", data: edges.map((edge) => edge.rootLabel), type: "INT32" },
    ],
  });
}

/** The bytes so far; the writer's offsets go on, its buffer starts anew. */
function take(writer: ByteWriter): Uint8Array {
  const part = writer.getBytes().slice();
  writer.index = 0;

  return part;
}
