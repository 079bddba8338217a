import Link from "next/link";
import { buttonVariants } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { formatCount } from "@/components/ui/format-number";
import { RowTh, Table, Td, Th } from "@/components/ui/table";
import { linkVariants } from "@/components/ui/text";
import type { ItemAnswer, ItemPage } from "@/lib/studies/wire";

type Given = Record<string, string | undefined>;

function nextHref(slug: string, given: Given, cursor: string): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...given, cursor })) if (value) parameters.set(name, value);

  return `/studies/${slug}/items?${parameters}`;
}

function Answers({ answers, kind }: { answers: ItemAnswer[]; kind: "human" | "judge" }) {
  return (
    <span className="flex flex-wrap gap-x-2.5 gap-y-0.5">
      {answers
        .filter((answer) => answer.kind === kind)
        .map((answer) => (
          <span key={answer.pseudonym}>
            <b className="font-semibold">{answer.value}</b>{" "}
            <span className="text-sm text-ink-2">{answer.pseudonym}</span>
          </span>
        ))}
    </span>
  );
}

export function ItemTable({ slug, page, given }: { slug: string; page: ItemPage; given: Given }) {
  if (page.rows.length === 0) {
    return <Empty title="No item fits">Loosen the filters, or import items first.</Empty>;
  }

  return (
    <>
      <p className="mb-2 text-sm text-ink-2">
        {formatCount(page.total)} items fit{given.cursor ? `; from after ${given.cursor}` : ""}
      </p>
      <Table label="Items">
        <thead>
          <tr>
            {["Item", "Text", "Raters", "Judges", "Stratum"].map((name) => (
              <Th key={name}>{name}</Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {page.rows.map((row) => (
            <tr key={row.itemId} className="align-top">
              <RowTh className="max-w-52 break-all">
                <Link href={`/studies/${slug}/items/${row.itemId}`} className={linkVariants({ alone: true })}>
                  {row.key}
                </Link>
              </RowTh>
              <Td className="max-w-[44ch] text-ink-2">
                <bdi dir="auto">{row.excerpt}</bdi>
                {row.located === false ? <span className="text-warn"> target not located</span> : null}
              </Td>
              <Td>
                <Answers answers={row.answers} kind="human" />
              </Td>
              <Td>
                <Answers answers={row.answers} kind="judge" />
              </Td>
              <Td className="text-sm text-ink-2">{row.stratum ?? ""}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
      {page.nextCursor ? (
        <p className="mt-5">
          <Link href={nextHref(slug, given, page.nextCursor)} className={buttonVariants()}>
            Next items
          </Link>
        </p>
      ) : null}
    </>
  );
}
