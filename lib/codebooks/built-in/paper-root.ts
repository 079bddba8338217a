import { type Codebook, CodebookSchema } from "@/lib/codebooks/schema";

/**
 * Whether a cited paper is an intellectual root of a focal paper (MUSES, paper level): one edge with both papers'
 * metadata and all linked passages; yes / maybe / no with a justification; two derived labels, one for each reading of
 * maybe.
 */
export const paperRoot: Codebook = CodebookSchema.parse({
  assay: 1,
  id: "paper-root",
  title: "Paper root",
  about: [
    "You see two papers, the focal one and one that it cites, and every linked passage in which it does so.",
    "Say whether the cited paper is a root of the focal one: a work that shaped what the focal paper is, so that without it the paper would not exist or would be another.",
    "",
    "- A root supplies the theory, the method that is extended, or the gap or finding from which the paper starts.",
    "- Being compared with, used as a tool or data set, or listed as background makes no root.",
    "- Judge all passages together. One passage can be enough.",
    "- Always say why in a sentence, and name the passage if one decides.",
  ].join("\n"),
  source: "MUSES / CiteRoots, paper level: yes / maybe / no with justification",
  item: {
    fields: [
      { id: "focal_corpusid", label: "Focal paper id", type: "text", showTo: "none", aliases: ["focal_id"] },
      { id: "candidate_corpusid", label: "Cited paper id", type: "text", showTo: "none", aliases: ["candidate_id"] },
      { id: "focal_title", label: "Focal paper", type: "text", showTo: "both", display: "title" },
      { id: "focal_authors", label: "Focal authors", type: "text", showTo: "both", required: false },
      { id: "focal_year", label: "Focal year", type: "integer", showTo: "both", required: false },
      { id: "focal_venue", label: "Focal venue", type: "text", showTo: "both", required: false },
      {
        id: "focal_abstract",
        label: "Focal abstract",
        type: "text",
        showTo: "both",
        required: false,
        display: "reading",
      },
      {
        id: "candidate_title",
        label: "Cited paper",
        type: "text",
        showTo: "both",
        aliases: ["cited_title"],
        display: "title",
      },
      { id: "candidate_authors", label: "Cited authors", type: "text", showTo: "both", required: false },
      {
        id: "candidate_year",
        label: "Cited year",
        type: "integer",
        showTo: "both",
        required: false,
        aliases: ["cited_year"],
      },
      { id: "candidate_venue", label: "Cited venue", type: "text", showTo: "both", required: false },
      {
        id: "candidate_abstract",
        label: "Cited abstract",
        type: "text",
        showTo: "both",
        required: false,
        display: "reading",
      },
      {
        id: "passages",
        label: "Linked passages",
        type: "contexts",
        showTo: "both",
        aliases: ["contexts"],
        marker: "[REF_TARGET]",
        markerFrom: "target_marker",
        citedAs: "cited_as",
        display: "reading",
      },
      { id: "target_marker", label: "Target marker", type: "text", showTo: "none", required: false },
      { id: "cited_as", label: "Cited as", type: "text", showTo: "none", required: false, aliases: ["cite"] },
      { id: "n_passages", label: "Passages", type: "count", of: "passages", showTo: "none" },
    ],
    key: ["focal_corpusid", "candidate_corpusid"],
    focal: "focal_corpusid",
    target: "candidate_corpusid",
  },
  questions: [
    {
      id: "root",
      title: "Root",
      text: "Did the cited paper shape the focal paper, as one of its intellectual roots?",
      help: "The justification goes into the note of the answer.",
      scale: "ordinal",
      note: "required",
      aliases: ["judgment", "judgement", "answer"],
      options: [
        {
          id: "no",
          label: "No",
          key: "n",
          definition: "The passages give the cited paper a supporting part: background, comparison, tool, data.",
        },
        {
          id: "maybe",
          label: "Maybe",
          key: "m",
          definition: "There are signs that it shaped the paper, and an ordinary citation would explain them as well.",
        },
        {
          id: "yes",
          label: "Yes",
          key: "y",
          definition: "The passages show that the focal paper starts from it, builds on it or was set off by it.",
        },
      ],
      criteria: [
        { id: "whole_paper", text: "The question is about the focal paper as a whole, not about one sentence in it." },
        {
          id: "evidence",
          text: "Go by titles, abstracts and passages as given. Fame of the cited paper is no evidence, nor is the number of citations by itself.",
        },
        {
          id: "kinds",
          text: "Theory taken over, method extended, or gap and finding that set the work off: each makes a root.",
        },
        { id: "justify", text: "Give a justification in a sentence, for each answer." },
      ],
    },
  ],
  distinctions: [
    {
      question: "root",
      options: ["yes", "maybe"],
      ask: "Can you point at words that say the focal paper builds on it (yes), or do you infer it (maybe)?",
      examples: [
        {
          text: "Our work starts from the puzzle left open in [REF_TARGET].",
          option: "yes",
          why: "said in so many words",
        },
        {
          text: "Cited in three sections beside two other papers on the same model.",
          option: "maybe",
          why: "inferred from use",
        },
      ],
    },
    {
      question: "root",
      options: ["maybe", "no"],
      ask: "Is there any sign beyond an ordinary citation (maybe), or none (no)?",
      examples: [
        {
          text: "Inspired in part by [REF_TARGET] and by others.",
          option: "maybe",
          why: "a sign, shared among several",
        },
        { text: "We tokenise with [REF_TARGET].", option: "no", why: "a tool" },
      ],
    },
  ],
  skipReasons: [
    { id: "wrong_target", label: "Wrong target: the passages cite another work" },
    { id: "window_cut_off", label: "Passages cut off" },
    { id: "garbled", label: "Garbled text" },
    { id: "not_enough_context", label: "Not enough context to decide" },
  ],
  derived: [
    {
      id: "root_maybe_no",
      title: "Root (maybe = no)",
      scale: "binary",
      options: rootOrWeed(),
      rule: { map: { question: "root", to: { yes: "ROOT", maybe: "WEED", no: "WEED" } } },
    },
    {
      id: "root_maybe_yes",
      title: "Root (maybe = yes)",
      scale: "binary",
      options: rootOrWeed(),
      rule: { map: { question: "root", to: { yes: "ROOT", maybe: "ROOT", no: "WEED" } } },
    },
  ],
  judge: {
    preamble:
      "You are given two papers, a focal one and one that it cites, and every linked passage in which it does so. Decide whether the cited paper is an intellectual root of the focal one.",
  },
});

function rootOrWeed() {
  return [
    { id: "ROOT", label: "Root" },
    { id: "WEED", label: "Weed (not a root)", aliases: ["NON_ROOT", "NON-ROOT", "non-ROOT"] },
  ];
}
