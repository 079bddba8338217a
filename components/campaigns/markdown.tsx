import MarkdownIt from "markdown-it";
import { useMemo } from "react";
import { cn } from "@/components/ui/cn";

/** HTML in the text is shown as it is written; links go to http, https and mail addresses alone; images are never fetched. */
const markdown = new MarkdownIt({ html: false, linkify: false }).disable("image");
markdown.validateLink = (url) => /^(https?:|mailto:)/i.test(url.trim());

export function Markdown({ text, className }: { text: string; className?: string }) {
  const html = useMemo(() => markdown.render(text), [text]);

  return (
    <div
      data-slot="markdown"
      className={cn(
        "grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2.5 font-read break-words [&_a]:text-accent [&_a]:underline [&_h1]:text-xl [&_h1]:font-semibold [&_h2]:text-lg [&_h2]:font-semibold [&_h3]:font-semibold [&_li]:ms-5 [&_ol]:list-decimal [&_ul]:list-disc",
        className,
      )}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: made by markdown-it with HTML off and links checked.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
