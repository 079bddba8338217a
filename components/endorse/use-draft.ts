"use client";

import { useEffect, useState } from "react";

/** What is typed and not added yet survives a reload of this tab, and goes with it. */
export function useDraft(key: string): [text: string, setText: (text: string) => void] {
  const name = `assay-endorse ${key}`;
  const [text, setText] = useState("");
  useEffect(() => {
    const kept = read(name);
    if (kept) setText(kept);
  }, [name]);

  return [
    text,
    (next) => {
      setText(next);
      try {
        if (next === "") sessionStorage.removeItem(name);
        else sessionStorage.setItem(name, next);
      } catch {
        // A browser that stores nothing: the text lives on the page alone.
      }
    },
  ];
}

function read(name: string): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}
