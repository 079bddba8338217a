import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";

/** Fields one under another. */
export function FieldGroup({ className, ...props }: ComponentProps<"div">) {
  return (
    <div data-slot="field-group" className={cn("grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5", className)} {...props} />
  );
}

/** The bare frame of a field whose parts are put together by hand; `Field` ties them by itself. */
export function FieldFrame({ className, ...props }: ComponentProps<"div">) {
  return (
    <div data-slot="field" className={cn("grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5", className)} {...props} />
  );
}

export function FieldLabel({ className, ...props }: ComponentProps<"label">) {
  // biome-ignore lint/a11y/noLabelWithoutControl: htmlFor comes with the props.
  return <label data-slot="field-label" className={cn("font-[550] text-ink", className)} {...props} />;
}

/** Give it an id and name that in the control's aria-describedby. */
export function FieldDescription({ className, ...props }: ComponentProps<"p">) {
  return <p data-slot="field-description" className={cn("max-w-[60ch] text-sm text-ink-2", className)} {...props} />;
}

export function FieldError({ className, children, ...props }: ComponentProps<"p">) {
  if (!children) return null;

  return (
    <p data-slot="field-error" className={cn("flex gap-1.5 text-sm text-bad", className)} {...props}>
      <span aria-hidden="true" className="font-semibold">
        !
      </span>
      <span>{children}</span>
    </p>
  );
}

export type ControlProps = { id: string; "aria-describedby"?: string; "aria-invalid"?: true; required?: true };

type FieldProps = {
  /** Unique on the page; the control's id. */
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  className?: string;
  /** The control, given what ties it to the rest: `{(control) => <Input {...control} name="size" />}`. */
  children: (control: ControlProps) => ReactNode;
};

/** A label, a hint, a control and its error, tied together for screen readers. */
export function Field({ id, label, hint, error, required, className, children }: FieldProps) {
  const describedBy = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");

  return (
    <FieldFrame data-invalid={error ? true : undefined} className={className}>
      <FieldLabel htmlFor={id}>
        {label}
        {required ? <span className="font-normal text-ink-2"> (required)</span> : null}
      </FieldLabel>
      {hint ? <FieldDescription id={`${id}-hint`}>{hint}</FieldDescription> : null}
      {children({
        id,
        "aria-describedby": describedBy || undefined,
        "aria-invalid": error ? true : undefined,
        required: required ? true : undefined,
      })}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </FieldFrame>
  );
}

type FieldSetProps = ComponentProps<"fieldset"> & { legend: ReactNode; hint?: ReactNode };

/** Controls that answer one question together. */
export function FieldSet({ legend, hint, className, children, ...props }: FieldSetProps) {
  return (
    <fieldset data-slot="field-set" className={cn("grid gap-1.5", className)} {...props}>
      <legend className="mb-1 font-[550] text-ink">{legend}</legend>
      {hint ? <FieldDescription>{hint}</FieldDescription> : null}
      {children}
    </fieldset>
  );
}
