import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";
import { FieldSet } from "./field";

type ChoiceProps = Omit<ComponentProps<"input">, "type"> & { label: ReactNode; hint?: ReactNode };

function Choice({ label, hint, className, type, ...props }: ChoiceProps & { type: "checkbox" | "radio" }) {
  return (
    <label
      data-slot={type}
      className={cn(
        "flex min-h-7 items-start gap-2.5 rounded-md py-1 has-disabled:opacity-60 pointer-coarse:min-h-11 pointer-coarse:py-2.5",
        className,
      )}
    >
      <input type={type} className="mt-0.5 size-4 shrink-0 accent-accent pointer-coarse:size-5" {...props} />
      <span className="min-w-0">
        {label}
        {hint ? <span className="block text-sm text-ink-2">{hint}</span> : null}
      </span>
    </label>
  );
}

export function Checkbox(props: ChoiceProps) {
  return <Choice type="checkbox" {...props} />;
}

export function Radio(props: ChoiceProps) {
  return <Choice type="radio" {...props} />;
}

export type Option = { value: string; label: ReactNode; hint?: ReactNode; disabled?: boolean };

type RadioGroupProps = {
  name: string;
  legend: ReactNode;
  hint?: ReactNode;
  options: Option[];
  defaultValue?: string;
  /** With onValueChange: controlled, for client components. */
  value?: string;
  onValueChange?: (value: string) => void;
  required?: boolean;
  className?: string;
};

export function RadioGroup(props: RadioGroupProps) {
  const { name, legend, hint, options, defaultValue, value, onValueChange, required, className } = props;

  return (
    <FieldSet data-slot="radio-group" legend={legend} hint={hint} className={className}>
      {options.map((option) => (
        <Radio
          key={option.value}
          name={name}
          value={option.value}
          label={option.label}
          hint={option.hint}
          disabled={option.disabled}
          required={required}
          {...(onValueChange
            ? { checked: value === option.value, onChange: () => onValueChange(option.value) }
            : { defaultChecked: defaultValue === option.value })}
        />
      ))}
    </FieldSet>
  );
}
