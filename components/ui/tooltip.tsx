"use client";

import { Tooltip as Primitive } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";

/** A hint for the mouse and the keyboard. Nothing may stand in it that is not said elsewhere too: touch never sees it. */
export function Tooltip({ content, children }: { content: ReactNode; children: ReactElement }) {
  return (
    <Primitive.Root>
      <Primitive.Trigger data-slot="tooltip-trigger" render={children} />
      <Primitive.Portal>
        <Primitive.Positioner className="z-50" sideOffset={6}>
          <Primitive.Popup
            data-slot="tooltip"
            className="max-w-72 rounded-md bg-ink px-2.5 py-1.5 text-sm text-paper transition-opacity duration-100 data-ending-style:opacity-0 data-instant:transition-none data-starting-style:opacity-0"
          >
            {content}
          </Primitive.Popup>
        </Primitive.Positioner>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
