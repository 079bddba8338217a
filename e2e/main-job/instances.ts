import { expect, type Page } from "@playwright/test";
import { sharedNames, sharedText } from "@/e2e/fixtures/shared";

type Reference = {
  target: string;
  title: string;
  year: number | null;
  cite: string;
  contexts: { section: string; context: string }[];
};

export type Instance = { key: string; query: string; target: string; title: string; passages: string[] };
export type PaperFile = { name: string; text: string };

/** MasterSet's reference papers, all of them; where they are absent, three invented ones of the same shape. */
export function paperFiles(): PaperFile[] {
  const found = ["grobid", "nougat"].flatMap((folder) =>
    sharedNames(`data/masterset-ref/${folder}`).flatMap((name) => {
      const text = sharedText(`data/masterset-ref/${folder}/${name}`);

      return text === null ? [] : [{ name, text }];
    }),
  );

  return found.length > 0 ? found : ["Slow_Lists", "Patient_Readers", "Tidal_Tables"].map(inventedPaper);
}

function inventedPaper(stem: string): PaperFile {
  const authors = ["Adler", "Brandt", "Castel", "Dorn", "Ekman", "Ferri", "Gallo", "Hauk"];
  const references = authors.map((author, i): Reference => {
    const year = 2001 + i;
    const cite = `${author} (${year})`;
    const sections = ["1 Introduction", "2 Related Work", "4 Method", "5 Experiments"].slice(0, 1 + (i % 4));
    const contexts = sections.map((section) => ({
      section,
      context: `Lists are read from the top. ${cite} said so for ${stem.replace("_", " ")}, section by section. We go on.`,
    }));

    return { target: `b${i}`, title: `On ${stem.replace("_", " ")} by ${author}`, year, cite, contexts };
  });

  return { name: `${stem}.json`, text: JSON.stringify(references) };
}

/** The citation instances in those files, as their format says: one a reference, keyed by file and reference. */
export function instancesOf(files: readonly PaperFile[]): Instance[] {
  return files.flatMap(({ name, text }) => {
    const query = name.replace(/\.json$/, "");

    return (JSON.parse(text) as Reference[]).map(({ target, title, contexts }) => ({
      key: `${query}:${target}`,
      query,
      target,
      title,
      passages: contexts.map(({ context }) => context),
    }));
  });
}

const plain = (text: string) => text.replaceAll("_", " ").replace(/\s+/g, " ").trim();

/** Which instance the rater has before them, told by what is on the screen: both titles and every passage. */
export async function instanceOnScreen(page: Page, all: readonly Instance[]): Promise<Instance> {
  const pane = page.locator('[data-slot="reading-pane"]');
  const title = plain((await pane.getByRole("heading", { level: 2 }).textContent()) ?? "");
  const cited = plain((await pane.locator("dd").first().textContent()) ?? "");
  const passages = (await pane.locator('[data-slot="passage"] > bdi').allTextContents()).map((text) =>
    plain(text.replaceAll("target citation: ", "")),
  );
  const found = all.filter(
    (one) =>
      plain(one.query) === title &&
      plain(one.title) === cited &&
      one.passages.length === passages.length &&
      one.passages.every((passage, i) => plain(passage) === passages[i]),
  );
  expect(found, `${title} → ${cited}`).toHaveLength(1);

  return found[0]!;
}
