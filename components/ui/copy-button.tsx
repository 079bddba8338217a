"use client";

import { useState } from "react";
import { Button } from "./button";

type CopyButtonProps = {
  text: string;
  children?: string;
  variant?: "link" | "secondary" | "quiet";
  className?: string;
};

/** The Clipboard API is missing on plain http; then the text goes through a field that is selected and copied. */
function copyThroughField(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.setAttribute("readonly", "");
  field.style.position = "fixed";
  field.style.opacity = "0";
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyThroughField(text);
  }
}

/** Says in its own words, aloud too, whether the text was copied. */
export function CopyButton({ text, children = "Copy", variant = "link", className }: CopyButtonProps) {
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  const words = { idle: children, copied: "Copied", failed: "Could not copy" };

  async function onClick() {
    setState((await copy(text)) ? "copied" : "failed");
    setTimeout(() => setState("idle"), 2000);
  }

  return (
    <Button data-slot="copy-button" variant={variant} size="sm" className={className} onClick={() => void onClick()}>
      <span aria-live="polite">{words[state]}</span>
    </Button>
  );
}
