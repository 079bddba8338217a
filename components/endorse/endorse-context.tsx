"use client";

import { createContext, type ReactNode, useContext, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { EndorseView } from "@/lib/endorsements/wire";
import { call } from "./endorse-api";
import { EndorseEngine, type EndorseState } from "./endorse-engine";
import type { Messages } from "./messages/catalogue";
import { type Say, sayer } from "./messages/fill";

type Endorse = EndorseState & {
  engine: EndorseEngine;
  mark: string;
  say: Say;
  /** Of the campaign's texts. */
  language: string;
  /** A day, in the reader's language; the same on the server and here. */
  day: (iso: string) => string;
};

const Context = createContext<Endorse | null>(null);

export function useEndorse(): Endorse {
  const found = useContext(Context);
  if (!found) throw new Error("useEndorse belongs inside EndorseProvider.");

  return found;
}

export type EndorseProps = {
  initial: EndorseView;
  mark: string;
  language: string;
  messages: Messages;
  messagesLanguage: string;
};

export function EndorseProvider(props: EndorseProps & { children: ReactNode }) {
  const { initial, mark, language, messages, messagesLanguage, children } = props;
  const [engine] = useState(() => new EndorseEngine(initial, mark));
  const state = useSyncExternalStore(engine.subscribe, engine.current, engine.current);
  const say = useMemo(() => sayer(messages, messagesLanguage), [messages, messagesLanguage]);
  const value = useMemo(() => {
    const dates = new Intl.DateTimeFormat(messagesLanguage, { dateStyle: "long", timeZone: "UTC" });

    return { ...state, engine, mark, say, language, day: (iso: string) => dates.format(new Date(iso)) };
  }, [state, engine, mark, say, language, messagesLanguage]);

  useEffect(() => {
    void engine.start();
    const ends = listen(engine, mark);

    return () => {
      ends.abort();
      engine.stop();
    };
  }, [engine, mark]);

  return <Context value={value}>{children}</Context>;
}

function listen(engine: EndorseEngine, mark: string): AbortController {
  const ends = new AbortController();
  const { signal } = ends;
  window.addEventListener("online", () => void engine.wake(), { signal });
  window.addEventListener("pageshow", (event) => event.persisted && void engine.wake(), { signal });
  document.addEventListener("visibilitychange", () => document.hidden || void engine.wake(), { signal });
  window.addEventListener("beforeunload", (event) => engine.atRisk() && event.preventDefault(), { signal });
  markOpened(mark, signal);

  return ends;
}

/** "Opened" is a person's first tap or key. What a mail scanner's script makes is not trusted, and counts for nothing. */
function markOpened(mark: string, signal: AbortSignal): void {
  let told = false;
  const tell = (event: Event) => {
    if (told || !event.isTrusted) return;
    told = true;
    void call(mark, "POST", "opened", {}).then((reply) => {
      told = reply.kind === "answer" && reply.status < 500;
    });
  };
  for (const type of ["pointerdown", "keydown"]) window.addEventListener(type, tell, { signal, capture: true });
}
