import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/source-serif-4/wght.css";
import "@fontsource-variable/source-serif-4/wght-italic.css";
import "./globals.css";
import { Providers } from "@/components/shell/providers";
import { parseTheme, themeCookie } from "@/components/shell/theme";

export const metadata: Metadata = {
  title: { default: "Assay", template: "%s · Assay" },
  description: "A studio in which people check the labels that judges give to scientific citations.",
  robots: { index: false, follow: false },
};

export const viewport: Viewport = { width: "device-width", initialScale: 1 };

// Reading the cookie keeps every page dynamic, which the nonce of proxy.ts needs, and spares a flash of the wrong theme.
export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = parseTheme((await cookies()).get(themeCookie)?.value);

  return (
    <html lang="en" data-theme={theme === "system" ? undefined : theme}>
      <body>
        <Providers theme={theme}>{children}</Providers>
      </body>
    </html>
  );
}
