"use client";

import { Button } from "@/components/ui/button";

const kept = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
];
const colours = new Set(["fill", "stroke"]);

/** Drawing programs know rgb() alone, so a pixel is painted and read. */
function colourReader(): (colour: string) => string {
  const canvas = document.createElement("canvas");
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return (colour) => {
    if (!context || colour === "none" || colour.startsWith("url(")) return colour;
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha = 255] = context.getImageData(0, 0, 1, 1).data;
    return alpha === 0 ? "none" : `rgb(${red}, ${green}, ${blue})`;
  };
}

/** All of these are inherited in SVG, so a part says only where it differs from what it stands in. */
function difference(original: Element, isRoot: boolean): [name: string, value: string][] {
  const style = getComputedStyle(original);
  const parent = original.parentElement && !isRoot ? getComputedStyle(original.parentElement) : undefined;
  return kept
    .map((name): [string, string] => [name, style.getPropertyValue(name)])
    .filter(([name, value]) => value !== parent?.getPropertyValue(name));
}

/** A drawing that stands alone: colours and faces written into it, links gone, on white. */
function standAlone(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const read = colourReader();
  const originals = [svg, ...svg.querySelectorAll<SVGElement>("*")];
  const copies = [copy, ...copy.querySelectorAll<SVGElement>("*")];

  originals.forEach((original, at) => {
    const own = copies[at];
    if (!own) return;
    for (const name of kept) own.removeAttribute(name);
    for (const [name, value] of difference(original, at === 0)) {
      own.setAttribute(name, colours.has(name) ? read(value) : value.replaceAll('"', "'"));
    }
    own.removeAttribute("class");
    own.removeAttribute("href");
    own.removeAttribute("data-slot");
  });
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");

  return new XMLSerializer().serializeToString(copy);
}

/** In the colours of paper, whatever the theme: the theme is set and set back before anything is painted. */
function inLight<T>(work: () => T): T {
  const root = document.documentElement;
  const before = root.dataset.theme;
  root.dataset.theme = "light";
  try {
    return work();
  } finally {
    if (before === undefined) delete root.dataset.theme;
    else root.dataset.theme = before;
  }
}

type SaveSvgButtonProps = {
  /** The id given to the chart. */
  chartId: string;
  /** Without its ending. */
  fileName: string;
  children?: string;
};

export function SaveSvgButton({ chartId, fileName, children = "SVG" }: SaveSvgButtonProps) {
  function onClick() {
    const svg = document.getElementById(chartId);
    if (!(svg instanceof SVGSVGElement)) return;
    const text = inLight(() => standAlone(svg));
    const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
    const link = document.createElement("a");
    link.href = url;
    link.download = `${fileName}.svg`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }

  return (
    <Button data-slot="save-svg-button" variant="link" size="sm" onClick={onClick}>
      {children}
    </Button>
  );
}
