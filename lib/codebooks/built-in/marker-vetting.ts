import { type Codebook, CodebookSchema } from "@/lib/codebooks/schema";

/**
 * Whether a discourse marker may mine pairs (RATIO): seen on up to fifteen drawn pairs, it must signal its relation in every one, and refer
 * to the sentence before. Of an opening that was discovered in a corpus the rater names the relation first.
 */
export const markerVetting: Codebook = CodebookSchema.parse({
  assay: 1,
  id: "marker-vetting",
  title: "Marker vetting",
  about: [
    "You see a phrase that opens sentences, and pairs of adjacent sentences (S1, S2) drawn at random among those in which it opens S2.",
    "",
    "- **Every pair counts.** A phrase is kept only if it holds in all pairs that you see. One exception is enough for a no.",
    "- Judge what the phrase signals, not whether the sentences are true or well written.",
    "- ADDRESS: S2 is an approach or remedy for the problem in S1. BROADEN: S2 is the more general formulation of S1. SPECIFY: S2 is a concrete case, mechanism or example of S1.",
  ].join("\n"),
  source: "RATIO: two experts vet each marker on 15 random sentence pairs",
  item: {
    fields: [
      { id: "marker_id", label: "Marker id", type: "text", showTo: "none" },
      { id: "origin", label: "Origin", type: "text", showTo: "none", required: false },
      { id: "frequency", label: "Times found", type: "integer", showTo: "none", required: false },
      { id: "marker", label: "Phrase", type: "text", showTo: "both", display: "title", aliases: ["opening"] },
      {
        id: "relation",
        label: "Relation",
        type: "choice",
        values: ["ADDRESS", "BROADEN", "SPECIFY"],
        showTo: "both",
        required: false,
        display: "meta",
      },
      { id: "pairs", label: "Pairs", type: "contexts", showTo: "both", display: "reading" },
    ],
    key: ["marker_id"],
  },
  questions: [
    {
      id: "relation_named",
      title: "Relation",
      text: "Which relation does the phrase signal between S1 and S2?",
      scale: "nominal",
      askWhen: { field: "relation", known: false },
      options: [
        { id: "ADDRESS", label: "ADDRESS", key: "1", definition: "S2 is an approach or remedy for the problem in S1." },
        { id: "BROADEN", label: "BROADEN", key: "2", definition: "S2 is the more general formulation of S1." },
        {
          id: "SPECIFY",
          label: "SPECIFY",
          key: "3",
          definition: "S2 is a concrete case, mechanism or example of what S1 states.",
        },
        {
          id: "NONE",
          label: "None of these",
          key: "0",
          definition:
            "It adds, contrasts, infers, restates, compares or stresses, or it signals different things in different pairs.",
        },
      ],
    },
    {
      id: "signals",
      title: "Signals",
      text: "Does the phrase signal this relation in every pair?",
      scale: "binary",
      askWhen: namedOr({ question: "relation_named", is: ["ADDRESS", "BROADEN", "SPECIFY"] }),
      options: yesNo(),
      criteria: [
        {
          id: "by_itself",
          text: "The phrase itself must signal it: a purpose without a tie to S1, or the announcement of a contribution, does not.",
        },
        {
          id: "not_other",
          text: "Phrases that add, contrast, infer, restate or stress are none of the three, even where a pair happens to fit.",
        },
      ],
    },
    {
      id: "refers",
      title: "Refers back",
      text: "Does S2 with this phrase refer to the sentence right before it, in every pair?",
      scale: "binary",
      askWhen: { all: [{ question: "signals", is: ["yes"] }] },
      options: yesNo(),
      criteria: [
        {
          id: "adjacent",
          text: "What the phrase refers to must stand in S1, not in a sentence further up, a figure or another paper.",
        },
      ],
    },
  ],
  skipReasons: [
    { id: "garbled", label: "Garbled text" },
    { id: "too_few_pairs", label: "Too few pairs to decide" },
    { id: "wrong_target", label: "The phrase was cut out wrongly" },
  ],
  derived: [
    {
      id: "verdict",
      title: "Verdict",
      scale: "binary",
      options: [
        { id: "valid", label: "Valid", aliases: ["yes", "1", "true"] },
        { id: "invalid", label: "Invalid", aliases: ["no", "0", "false"] },
      ],
      aliases: ["decision"],
      rule: {
        when: {
          all: [
            namedOr({ not: { question: "relation_named", is: ["NONE"] } }),
            { question: "signals", is: ["yes"] },
            { question: "refers", is: ["yes"] },
          ],
        },
        yes: "valid",
        no: "invalid",
      },
    },
  ],
  judge: {
    preamble:
      "You are given a phrase that opens sentences in scientific papers, and pairs of adjacent sentences in which it opens the second. Decide whether it may be used to find pairs in the given relation. Discard rather than admit a phrase of which you are not sure.",
  },
});

/** The item names its relation, or the rater did. */
function namedOr(condition: object) {
  return { any: [{ field: "relation", known: true }, condition] };
}

function yesNo() {
  return [
    { id: "yes", label: "Yes", key: "y", aliases: ["1", "true"] },
    { id: "no", label: "No", key: "n", aliases: ["0", "false"] },
  ];
}
