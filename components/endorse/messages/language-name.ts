/** A language in its own words; the browser knows them, so that no second catalogue is loaded for one word. */
export function languageName(tag: string): string {
  return new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
}
