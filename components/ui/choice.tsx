import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";
import { FieldSet } from "./field";

type ChoiceProps = Omit<ComponentProps<"input">, "type"> & { label: ReactNode; description?: ReactNode };

function Choice({ label, description, className, type, ...props }: ChoiceProps & { type: "checkbox" | "radio" }) {
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
        {description ? <span className="block text-sm text-ink-2">{description}</span> : null}
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

export type Option = { value: string; label: ReactNode; description?: ReactNode; disabled?: boolean };

type RadioGroupProps = {
  name: string;
  legend: ReactNode;
  description?: ReactNode;
  options: Option[];
  defaultValue?: string;
  /** With onValueChange: controlled, for client components. */
  value?: string;
  onValueChange?: (value: string) => void;
  required?: boolean;
  className?: string;
};

export function RadioGroup(props: RadioGroupProps) {
  const { name, legend, description, options, defaultValue, value, onValueChange, required, className } = props;

  return (
    <FieldSet data-slot="radio-group" legend={legend} description={description} className={className}>
      {options.map((option) => (
        <Radio
          key={option.value}
          name={name}
          value={option.value}
          label={option.label}
          description={option.description}
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
