import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "./cn";
import { Spinner } from "./spinner";

const variants = cva(
  "inline-flex items-center justify-center gap-2 rounded-md border border-transparent text-center font-medium no-underline transition-colors select-none disabled:opacity-55 aria-disabled:opacity-55 pointer-coarse:min-h-11 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary: "bg-accent font-semibold text-paper hover:bg-[color-mix(in_oklab,var(--accent)_88%,var(--ink))]",
        secondary: "border-rule bg-transparent text-ink hover:border-ink-3",
        quiet: "text-ink-2 hover:bg-accent-soft hover:text-ink",
        danger: "border-bad bg-transparent text-bad hover:bg-bad hover:text-paper",
        link: "text-accent underline-offset-3 hover:underline",
      },
      size: {
        sm: "min-h-7 px-2.5 text-sm",
        md: "min-h-9 px-3.5",
        lg: "min-h-[46px] px-5 text-lg",
        icon: "size-8 p-0 pointer-coarse:size-11",
      },
    },
    compoundVariants: [{ variant: "link", className: "px-0" }],
    defaultVariants: { variant: "secondary", size: "md" },
  },
);

/** For links that act as buttons too: `<Link className={buttonVariants({ variant: "primary" })}>`. */
export function buttonVariants(props?: VariantProps<typeof variants>): string {
  return cn(variants(props));
}

type ButtonProps = ComponentProps<"button"> & VariantProps<typeof variants> & { pending?: boolean };

/** While pending it stays focusable, says so, and does nothing. */
export function Button({
  className,
  variant,
  size,
  pending,
  type = "button",
  children,
  onClick,
  ...props
}: ButtonProps) {
  return (
    <button
      data-slot="button"
      type={pending ? "button" : type}
      aria-disabled={pending || undefined}
      onClick={pending ? undefined : onClick}
      className={cn(buttonVariants({ variant, size }), className)}
      {...props}
    >
      {pending ? <Spinner /> : null}
      {children}
    </button>
  );
}
