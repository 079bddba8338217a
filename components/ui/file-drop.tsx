"use client";

import { type DragEvent, type ReactNode, useId, useRef, useState } from "react";
import { cn } from "./cn";

type FileDropProps = {
  label: string;
  hint?: ReactNode;
  /** As in an input's accept: ".csv,.jsonl". */
  accept?: string;
  multiple?: boolean;
  disabled?: boolean;
  name?: string;
  onFiles?: (files: File[]) => void;
  className?: string;
};

/** A file input that a file may also be dropped on. The input itself takes focus, keyboard and touch. */
export function FileDrop({ label, hint, accept, multiple, disabled, name, onFiles, className }: FileDropProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [names, setNames] = useState<string[]>([]);

  function take(list: FileList | null) {
    const files = Array.from(list ?? []).slice(0, multiple ? undefined : 1);
    setNames(files.map((file) => file.name));
    if (files.length > 0) onFiles?.(files);
  }

  function onDrop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    if (disabled) return;
    if (input.current) input.current.files = event.dataTransfer.files;
    take(event.dataTransfer.files);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the input inside is the first.
    <div
      data-slot="file-drop"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={cn(
        "grid min-w-0 grid-cols-[minmax(0,1fr)] justify-items-start gap-2 rounded-lg border border-dashed border-ink-3 px-5 py-6",
        over && "border-accent bg-accent-soft",
        className,
      )}
    >
      <label htmlFor={id} className="font-[550]">
        {label}
      </label>
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-ink-2">
          {hint}
        </p>
      ) : null}
      <input
        ref={input}
        id={id}
        name={name}
        type="file"
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => take(event.target.files)}
        className="max-w-full text-sm text-ink-2 file:me-3 file:min-h-9 file:rounded-md file:border file:border-solid file:border-ink-3 file:bg-sheet file:px-3.5 file:font-medium file:text-ink pointer-coarse:file:min-h-11"
      />
      <p aria-live="polite" className="sr-only">
        {names.length > 0 ? `Chosen: ${names.join(", ")}` : ""}
      </p>
    </div>
  );
}
