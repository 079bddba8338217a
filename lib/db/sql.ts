import pg from "pg";

/** A statement with its values apart. Made by the `sql` tag alone; fragments may be nested. */
export class Sql {
  constructor(
    private readonly parts: readonly string[],
    readonly values: readonly unknown[],
  ) {}

  get text(): string {
    return this.parts.reduce((text, part, i) => `${text}$${i}${part}`);
  }

  /** For COPY (…) TO, which takes no parameters: each value as a quoted literal. */
  get literalText(): string {
    return this.parts.reduce((text, part, i) => text + literal(this.values[i - 1]) + part);
  }

  spliced(): { parts: readonly string[]; values: readonly unknown[] } {
    return { parts: this.parts, values: this.values };
  }
}

/** sql`SELECT … WHERE id = ${id}`: values become parameters, nested Sql is spliced in. */
export function sql(strings: TemplateStringsArray, ...inserted: unknown[]): Sql {
  const parts: string[] = [strings[0] ?? ""];
  const values: unknown[] = [];
  const append = (text: string) => {
    parts[parts.length - 1] += text;
  };
  for (const [i, value] of inserted.entries()) {
    if (value instanceof Sql) {
      const inner = value.spliced();
      append(inner.parts[0] ?? "");
      parts.push(...inner.parts.slice(1));
      values.push(...inner.values);
      append(strings[i + 1] ?? "");
    } else {
      if (value === undefined) throw new TypeError("A value of an SQL statement is undefined.");
      values.push(value);
      parts.push(strings[i + 1] ?? "");
    }
  }
  return new Sql(parts, values);
}

/** The name of a table or column, quoted. */
export function identifier(name: string): Sql {
  return new Sql([pg.escapeIdentifier(name)], []);
}

export function join(fragments: readonly Sql[], between: Sql = sql`, `): Sql {
  return fragments.reduce((all, next, i) => (i === 0 ? next : sql`${all}${between}${next}`), sql``);
}

function literal(value: unknown): string {
  if (value === null) return "NULL";
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  if (typeof value === "bigint") return String(value);
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (typeof value === "string") return pg.escapeLiteral(value);
  if (Array.isArray(value)) return `ARRAY[${value.map(literal).join(", ")}]`;
  throw new TypeError("This value cannot stand in a COPY statement.");
}
