"use client";

import { NumberField as Primitive } from "@base-ui/react/number-field";
import { cn } from "./cn";

const step =
  "flex w-9 items-center justify-center bg-sheet text-ink-2 hover:text-ink disabled:opacity-50 data-disabled:opacity-50 pointer-coarse:w-11";

type NumberFieldProps = Primitive.Root.Props & {
  /** Ties a hint or an error to the input; from Field's control. */
  "aria-describedby"?: string;
  "aria-invalid"?: true;
};

/** A number with steps of its own; `id` is the input's, for a label. */
export function NumberField({ className, ...all }: NumberFieldProps) {
  const { "aria-describedby": describedBy, "aria-invalid": invalid, ...props } = all;

  return (
    <Primitive.Root data-slot="number-field" className={cn("w-fit", className)} {...props}>
      <Primitive.Group
        className={cn(
          "flex min-h-9 overflow-clip rounded-md border border-ink-3 bg-sheet focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent pointer-coarse:min-h-11",
          invalid && "border-2 border-bad",
        )}
      >
        <Primitive.Decrement className={step} aria-label="Less">
          <span aria-hidden="true">−</span>
        </Primitive.Decrement>
        <Primitive.Input
          aria-describedby={describedBy}
          aria-invalid={invalid}
          className="w-[9ch] border-x bg-transparent px-2 text-end text-ink outline-none pointer-coarse:text-lg"
        />
        <Primitive.Increment className={step} aria-label="More">
          <span aria-hidden="true">+</span>
        </Primitive.Increment>
      </Primitive.Group>
    </Primitive.Root>
  );
}
