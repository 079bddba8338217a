"use client";

import { useEffect, useRef, useState } from "react";
import type { Suggestion } from "@/lib/endorsements/wire";
import { suggest } from "./endorse-api";

const PAUSE_MS = 250;

/** Works of the list and the pool that resemble what is being typed; none while it is too short or nothing answers. */
export function useSuggestions(mark: string, focalId: string, text: string): Suggestion[] {
  const [found, setFound] = useState<{ text: string; works: Suggestion[] }>({ text: "", works: [] });
  const newest = useRef("");
  const typed = text.trim();
  useEffect(() => {
    newest.current = typed;
    if (typed.length < 2) return;
    const timer = setTimeout(() => {
      void suggest(mark, focalId, typed.slice(0, 300)).then((works) => {
        if (newest.current === typed) setFound({ text: typed, works });
      });
    }, PAUSE_MS);

    return () => clearTimeout(timer);
  }, [mark, focalId, typed]);

  return typed.length < 2 ? [] : found.works;
}
