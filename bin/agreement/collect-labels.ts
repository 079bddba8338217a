import type { CorpusFault, CorpusRecord } from "@/lib/corpus/read-events";
import { ServiceError } from "@/lib/errors";
import type { FileOptions } from "./read-label-file";

/** A label as it stands in the file, with the first place where it stands. */
export type LabelText = { text: string; type: "text" | "number" | "boolean"; line: number; column: string };
/** Items with the same labels (places in `labels`, −1 missing), weight, stratum and cluster. */
export type RawPattern = { labels: number[]; items: number; weight?: number; stratum?: string; cluster?: string };
export type RawLabels = {
  format: "long" | "wide";
  raters: string[];
  labels: LabelText[];
  patterns: RawPattern[];
  /** What was assumed about the file, for people. */
  notices: string[];
};

type Extras = { weight?: number; stratum?: string; cluster?: string };

const MISSING = -1;
const ITEM_NAMES = ["item", "id", "key"];

abstract class Collector {
  readonly faults: CorpusFault[] = [];
  protected readonly labels: LabelText[] = [];
  private readonly places = new Map<string, number>();
  private readonly patterns = new Map<string, RawPattern>();

  constructor(
    protected readonly table: boolean,
    protected readonly options: FileOptions,
  ) {}

  /** The place of a label among those seen; −1 where there is none. */
  protected placeOf(value: unknown, line: number, column: string): number {
    if (value === null || value === undefined || (this.table && value === "")) return MISSING;
    const type = typeof value;
    if (type !== "string" && type !== "number" && type !== "boolean") {
      this.faults.push({ line, column, reason: "A label is a text, a number, true, false or null." });

      return MISSING;
    }
    const kind = type === "string" ? "text" : (type as "number" | "boolean");
    const text = String(value);
    const key = `${kind}:${text}`;
    const known = this.places.get(key);
    if (known !== undefined) return known;
    this.places.set(key, this.labels.length);

    return this.labels.push({ text, type: kind, line, column }) - 1;
  }

  protected extrasOf({ value, line }: CorpusRecord): Extras {
    const extras: Extras = {};
    if (value.weight !== undefined) {
      extras.weight = value.weight === "" ? Number.NaN : Number(value.weight);
      if (!(extras.weight > 0 && Number.isFinite(extras.weight))) {
        this.faults.push({ line, column: "weight", reason: "A weight is a number above 0." });
      }
    }
    if (value.stratum !== undefined) extras.stratum = String(value.stratum);
    const { cluster } = this.options;
    if (cluster !== undefined) {
      const name = value[cluster];
      if (name === undefined || name === null || name === "") {
        this.faults.push({ line, column: cluster, reason: "Every item needs its cluster." });
      }
      extras.cluster = String(name);
    }

    return extras;
  }

  protected addPattern(labels: readonly number[], extras: Extras): void {
    let end = labels.length;
    while (end > 0 && (labels[end - 1] ?? MISSING) === MISSING) end--;
    const kept = Array.from({ length: end }, (_, rater) => labels[rater] ?? MISSING);
    const key = JSON.stringify([kept, extras.weight, extras.stratum, extras.cluster]);
    const known = this.patterns.get(key);
    if (known) known.items++;
    else this.patterns.set(key, { labels: kept, items: 1, ...extras });
  }

  protected result(format: "long" | "wide", raters: string[], notices: string[]): RawLabels {
    return { format, raters, labels: this.labels, patterns: [...this.patterns.values()], notices };
  }
}

/** One row an item, one column a rater. */
export class WideCollector extends Collector {
  private readonly raters: string[];
  private readonly item: string | undefined;
  private readonly aside: Set<string>;
  private readonly notices: string[] = [];
  private readonly lines = new Map<string, number>();

  constructor(columns: readonly string[], table: boolean, options: FileOptions) {
    super(table, options);
    const [first] = columns;
    if (options.item !== undefined && !columns.includes(options.item)) {
      throw new ServiceError("bad_input", `There is no column ${options.item}. There are: ${columns.join(", ")}.`);
    }
    this.item = options.item ?? (ITEM_NAMES.includes(first?.toLowerCase() ?? "") ? first : undefined);
    this.aside = new Set(["weight", "stratum"]);
    for (const column of [this.item, options.cluster]) if (column !== undefined) this.aside.add(column);
    this.raters = columns.filter((column) => !this.aside.has(column));
    if (this.item === undefined) {
      this.notices.push(
        `Every column was read as a rater’s: ${this.raters.join(", ")}. If one names the items: --item COLUMN.`,
      );
    }
  }

  add(record: CorpusRecord): void {
    const { value, line } = record;
    if (this.item !== undefined) this.checkItem(String(value[this.item]), line);
    if (!this.table) {
      for (const key of Object.keys(value)) {
        if (!this.aside.has(key) && !this.raters.includes(key)) this.raters.push(key);
      }
    }
    this.addPattern(
      this.raters.map((rater) => this.placeOf(value[rater], line, rater)),
      this.extrasOf(record),
    );
  }

  private checkItem(item: string, line: number): void {
    const before = this.lines.get(item);
    if (before === undefined) this.lines.set(item, line);
    else this.faults.push({ line, reason: `The item ${item} stands in line ${before} already: one row an item.` });
  }

  finish(): RawLabels {
    return this.result("wide", this.raters, this.notices);
  }
}

type LongItem = { labels: number[]; lines: number[]; extras: Extras; line: number };

/** One row a label: item, rater, label. */
export class LongCollector extends Collector {
  private readonly raters = new Map<string, number>();
  private readonly items = new Map<string, LongItem>();

  add(record: CorpusRecord): void {
    const { value, line } = record;
    const item = nameOf(value.item);
    const rater = nameOf(value.rater);
    if (item === undefined || rater === undefined) {
      const column = item === undefined ? "item" : "rater";
      this.faults.push({ line, column, reason: `The ${column} is missing.` });

      return;
    }
    const place = this.raters.get(rater) ?? this.raters.size;
    this.raters.set(rater, place);
    const entry = this.itemOf(item, record);
    const label = this.placeOf(value.label, line, "label");
    if (label === MISSING) return;
    const before = entry.lines[place];
    if (before !== undefined) {
      const reason = `${rater} labelled the item ${item} twice: lines ${before} and ${line}.`;
      this.faults.push({ line, reason });

      return;
    }
    entry.lines[place] = line;
    entry.labels[place] = label;
  }

  private itemOf(name: string, record: CorpusRecord): LongItem {
    const extras = this.extrasOf(record);
    const known = this.items.get(name);
    if (!known) {
      const made = { labels: [], lines: [], extras, line: record.line };
      this.items.set(name, made);

      return made;
    }
    for (const key of ["weight", "stratum", "cluster"] as const) {
      if (known.extras[key] !== extras[key]) {
        const reason = `The item ${name} has another ${key} here than in line ${known.line}.`;
        this.faults.push({ line: record.line, reason });
      }
    }

    return known;
  }

  finish(): RawLabels {
    for (const { labels, extras } of this.items.values()) this.addPattern(labels, extras);

    return this.result("long", [...this.raters.keys()], []);
  }
}

function nameOf(value: unknown): string | undefined {
  return value === null || value === undefined || value === "" ? undefined : String(value);
}
