"use client";

import { Dialog as Primitive } from "@base-ui/react/dialog";
import type { ReactNode } from "react";
import { Button } from "./button";
import { cn } from "./cn";

/** `<Dialog><DialogTrigger render={<Button />}>Open</DialogTrigger><DialogContent title="…">…</DialogContent></Dialog>` */
export function Dialog(props: Primitive.Root.Props) {
  return <Primitive.Root {...props} />;
}

export function DialogTrigger(props: Primitive.Trigger.Props) {
  return <Primitive.Trigger data-slot="dialog-trigger" {...props} />;
}

type DialogContentProps = Omit<Primitive.Popup.Props, "title"> & {
  /** A dialog always says what it is. */
  title: ReactNode;
  description?: ReactNode;
  footer?: ReactNode;
  /** The word on the button that closes it. */
  closeLabel?: string;
};

export function DialogContent(props: DialogContentProps) {
  const { title, description, footer, closeLabel = "Close", className, children, ...popup } = props;

  return (
    <Primitive.Portal>
      <Primitive.Backdrop className="fixed inset-0 z-40 bg-[oklch(0.2_0.01_70/0.45)] transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
      <Primitive.Viewport className="fixed inset-0 z-40 grid place-items-center overflow-y-auto p-4">
        <Primitive.Popup
          data-slot="dialog-content"
          className={cn(
            "grid w-full max-w-lg gap-4 rounded-lg border bg-sheet p-6 text-ink shadow-raised outline-none transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0",
            className,
          )}
          {...popup}
        >
          <div className="flex items-start gap-4">
            <div className="grid min-w-0 flex-1 gap-1.5">
              <Primitive.Title className="font-read text-xl leading-tight font-semibold">{title}</Primitive.Title>
              {description ? <Primitive.Description className="text-ink-2">{description}</Primitive.Description> : null}
            </div>
            <Primitive.Close render={<Button variant="quiet" size="sm" className="-me-2 -mt-1" />}>
              {closeLabel}
            </Primitive.Close>
          </div>
          {children}
          {footer ? <div className="flex flex-wrap justify-end gap-3">{footer}</div> : null}
        </Primitive.Popup>
      </Primitive.Viewport>
    </Primitive.Portal>
  );
}
