import type { ReactNode } from "react";

/** The author's pages stand outside the studio: no menu, no web font, so that a phone on a slow network opens them soon. */
export default function EndorseLayout({ children }: { children: ReactNode }) {
  return (
    <div
      data-slot="endorse"
      className="font-work [--read:Charter,'Bitstream_Charter','Iowan_Old_Style',Georgia,'Times_New_Roman',serif] [--work:system-ui,-apple-system,'Segoe_UI',Roboto,'Helvetica_Neue',sans-serif]"
    >
      {children}
    </div>
  );
}
