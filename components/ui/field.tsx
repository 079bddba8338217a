import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";

/** Fields one under another. */
export function FieldGroup({ className, ...props }: ComponentProps<"div">) {
  return <div data-slot="field-group" className={cn("grid gap-5", className)} {...props} />;
}

export function Label({ className, ...props }: ComponentProps<"label">) {
  // biome-ignore lint/a11y/noLabelWithoutControl: htmlFor comes with the props.
  return <label data-slot="label" className={cn("font-[550] text-ink", className)} {...props} />;
}

export type ControlProps = { id: string; "aria-describedby"?: string; "aria-invalid"?: true; "aria-required"?: true };

type FieldProps = {
  /** Unique on the page; the control's id. */
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  className?: string;
  /** The control, given the ids that tie it to label, hint and error: `{(control) => <Input {...control} />}`. */
  children: (control: ControlProps) => ReactNode;
};

/** A label, a hint, a control and its error, tied together for screen readers. */
export function Field({ id, label, hint, error, required, className, children }: FieldProps) {
  const describedBy = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");

  return (
    <div data-slot="field" data-invalid={error ? true : undefined} className={cn("grid gap-1.5", className)}>
      <Label htmlFor={id}>
        {label}
        {required ? <span className="font-normal text-ink-2"> (required)</span> : null}
      </Label>
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-ink-2">
          {hint}
        </p>
      ) : null}
      {children({
        id,
        "aria-describedby": describedBy || undefined,
        "aria-invalid": error ? true : undefined,
        "aria-required": required ? true : undefined,
      })}
      {error ? (
        <p id={`${id}-error`} className="flex gap-1.5 text-sm text-bad">
          <span aria-hidden="true" className="font-semibold">
            !
          </span>
          {error}
        </p>
      ) : null}
    </div>
  );
}

type FieldSetProps = ComponentProps<"fieldset"> & { legend: ReactNode; hint?: ReactNode };

/** Controls that answer one question together. */
export function FieldSet({ legend, hint, className, children, ...props }: FieldSetProps) {
  return (
    <fieldset data-slot="field-set" className={cn("grid gap-1.5", className)} {...props}>
      <legend className="mb-1 font-[550] text-ink">{legend}</legend>
      {hint ? <p className="text-sm text-ink-2">{hint}</p> : null}
      {children}
    </fieldset>
  );
}
