"use client";

import { Menu as Primitive } from "@base-ui/react/menu";
import { cn } from "./cn";

export function Menu(props: Primitive.Root.Props) {
  return <Primitive.Root {...props} />;
}

export function MenuTrigger(props: Primitive.Trigger.Props) {
  return <Primitive.Trigger data-slot="menu-trigger" {...props} />;
}

export function MenuContent({ className, ...props }: Primitive.Popup.Props) {
  return (
    <Primitive.Portal>
      <Primitive.Positioner className="z-40 outline-none" sideOffset={6} align="start">
        <Primitive.Popup
          data-slot="menu-content"
          className={cn(
            "min-w-40 rounded-lg border bg-sheet p-1 text-ink shadow-raised outline-none transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0",
            className,
          )}
          {...props}
        />
      </Primitive.Positioner>
    </Primitive.Portal>
  );
}

const item =
  "flex min-h-8 items-center rounded-md px-2.5 outline-none select-none data-disabled:opacity-55 data-highlighted:bg-accent-soft data-highlighted:outline-1 data-highlighted:outline-transparent pointer-coarse:min-h-11";

export function MenuItem({ className, ...props }: Primitive.Item.Props) {
  return <Primitive.Item data-slot="menu-item" className={cn(item, className)} {...props} />;
}

/** An item that is a link: downloads, other pages. */
export function MenuLink({ className, ...props }: Primitive.LinkItem.Props) {
  return <Primitive.LinkItem data-slot="menu-link" className={cn(item, className)} {...props} />;
}

export function MenuSeparator({ className, ...props }: Primitive.Separator.Props) {
  return <Primitive.Separator data-slot="menu-separator" className={cn("my-1 h-px bg-rule", className)} {...props} />;
}
