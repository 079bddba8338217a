/** Beyond this share of colour in the paper, ink on a cell falls under 4.5:1 in one of the themes (shade.test.ts). */
export const strongestShade = 0.52;

/** The fill of a cell: `share` 0 is nearly paper, 1 the strongest shade on which ink still reads. */
export function shade(share: number, colour: "accent" | "warn"): string {
  const bounded = Math.min(1, Math.max(0, share));
  const percent = 4 + bounded * (strongestShade * 100 - 4);
  return `color-mix(in oklab, var(--${colour}) ${percent.toFixed(1)}%, var(--paper))`;
}
