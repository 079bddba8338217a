import { expect, test } from "vitest";
import { ConfirmReplyBody, type ReplyProposalView } from "@/lib/endorsements/wire";
import { firstChoice, pairsOf } from "./reply-choice";

const P = "0193a000-0000-7000-8000-000000000001";
const proposal = (more: Partial<ReplyProposalView>): ReplyProposalView => ({
  ...{ focalId: P, line: 1, quote: "q", by: "title", n: 4, title: "A theory", year: 2003, doi: null },
  ...{ doubts: [], pool: [], known: false, ...more },
});
const same = { corpusId: "555", title: "A book", year: 1999, near: false };

test("nothing is ticked beforehand, and what only resembles is not chosen", () => {
  expect(firstChoice(proposal({ n: null, pool: [same] }), [{ focalId: P }])).toEqual({
    ...{ on: false, focalId: P, corpusId: "555" },
  });
  expect(firstChoice(proposal({ focalId: null, pool: [{ ...same, near: true }] }), [])).toEqual({
    ...{ on: false, focalId: "", corpusId: "" },
  });
});

test("what is sent: the ticked ones, a list's place before a pool's id, what is known once", () => {
  const proposals = [
    proposal({}),
    proposal({ n: null, title: "A book", pool: [same] }),
    proposal({ n: 5 }),
    proposal({ known: true }),
  ];
  const on = { on: true, focalId: P, corpusId: "555" };
  const pairs = pairsOf(proposals, [on, on, { ...on, on: false }, on]);
  expect(pairs).toEqual([
    { focalId: P, n: 4, title: "A theory", year: 2003, doi: null, corpusId: null },
    { focalId: P, n: null, title: "A book", year: 2003, doi: null, corpusId: "555" },
  ]);
  expect(ConfirmReplyBody.safeParse({ pairs }).success).toBe(true);
  expect(pairsOf(proposals, [{ ...on, focalId: "" }])).toBeNull();
});
