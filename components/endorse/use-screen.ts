"use client";

import { useEffect, useRef, useSyncExternalStore } from "react";

/** Where the author is stands behind the # of the address: a phone's back button works, and nothing is loaded. */
export function useScreen(): string {
  return useSyncExternalStore(
    subscribe,
    () => window.location.hash.slice(1),
    () => "",
  );
}

function subscribe(changed: () => void): () => void {
  window.addEventListener("hashchange", changed);
  window.addEventListener("popstate", changed);

  return () => {
    window.removeEventListener("hashchange", changed);
    window.removeEventListener("popstate", changed);
  };
}

export function goTo(screen: string): void {
  window.location.hash = screen;
}

/** After a change of screen the reader starts at its top, and a screen reader at its heading. */
export function useFreshScreen(screen: string): void {
  const last = useRef(screen);
  useEffect(() => {
    if (last.current === screen) return;
    last.current = screen;
    window.scrollTo(0, 0);
    document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
  }, [screen]);
}
