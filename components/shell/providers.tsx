"use client";

import { CSPProvider } from "@base-ui/react/csp-provider";
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { type Theme, themeCookie } from "./theme";

const year = 60 * 60 * 24 * 365;

function applyTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === "system") delete root.dataset.theme;
  else root.dataset.theme = theme;
  const age = theme === "system" ? 0 : year;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http, where a lab may run this.
  document.cookie = `${themeCookie}=${theme}; Path=/; Max-Age=${age}; SameSite=Lax`;
}

type ThemeState = { theme: Theme; setTheme: (theme: Theme) => void };

const ThemeContext = createContext<ThemeState>({ theme: "system", setTheme: applyTheme });

export function useTheme(): ThemeState {
  return useContext(ThemeContext);
}

/** Around the whole app. Base UI writes no style elements; globals.css has the one rule that they would hold. */
export function Providers({ theme: initial, children }: { theme: Theme; children: ReactNode }) {
  const [theme, setTheme] = useState(initial);
  const state = useMemo(
    () => ({
      theme,
      setTheme(next: Theme) {
        applyTheme(next);
        setTheme(next);
      },
    }),
    [theme],
  );

  return (
    <CSPProvider disableStyleElements>
      <ThemeContext value={state}>{children}</ThemeContext>
    </CSPProvider>
  );
}
