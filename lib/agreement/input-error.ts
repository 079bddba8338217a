/** What was wrong with the data that a table was to be built from. */
export type InputFault =
  | "duplicate_label"
  | "unknown_category"
  | "mixed_label_types"
  | "duplicate_category"
  | "duplicate_rater"
  | "unknown_rater"
  | "bad_count"
  | "bad_shape"
  | "no_numeric_values";

/**
 * Data that this folder refuses to compute on. `rows` are the positions (from 0) of the offending input rows,
 * in input order, so that the caller can name lines and columns.
 */
export class AgreementInputError extends Error {
  override readonly name = "AgreementInputError";
  readonly fault: InputFault;
  readonly rows: readonly number[];

  constructor(fault: InputFault, message: string, rows: readonly number[] = []) {
    super(message);
    this.fault = fault;
    this.rows = rows;
  }
}
