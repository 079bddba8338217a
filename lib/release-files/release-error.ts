/** Rows that cannot stand in a release: which file or table, which row, and why. */
export class ReleaseRowError extends Error {
  constructor(
    readonly table: string,
    readonly row: string,
    reason: string,
  ) {
    super(`${table}, ${row}: ${reason}`);
    this.name = "ReleaseRowError";
  }
}
