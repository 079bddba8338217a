"use client";

import { useSyncExternalStore } from "react";

const KEY = "assay-shortcuts";
const EVENT = "assay-shortcuts";

function read(): boolean {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return true;
  }
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(EVENT, listener);
  window.addEventListener("storage", listener);

  return () => {
    window.removeEventListener(EVENT, listener);
    window.removeEventListener("storage", listener);
  };
}

function write(on: boolean): void {
  try {
    localStorage.setItem(KEY, on ? "on" : "off");
  } catch {
    // Without storage the switch cannot be kept.
  }
  window.dispatchEvent(new Event(EVENT));
}

/** Whether single keys answer (WCAG 2.1.4: they can be turned off), kept in this browser. */
export function useShortcutsSwitch(): [boolean, (on: boolean) => void] {
  return [useSyncExternalStore(subscribe, read, () => true), write];
}
