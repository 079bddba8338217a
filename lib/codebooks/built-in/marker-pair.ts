import { type Codebook, CodebookSchema } from "@/lib/codebooks/schema";

/** What mining tells of a pair beside its sentences: for strata, filters and tracing back. Offsets are code points of the block. */
const MINED = [
  ...["split", "fields", "origin", "tool", "s1_raw", "s2_raw"].map((id) => ({ id, type: "text" })),
  ...["block", "s1_start", "s1_end", "marker_start", "marker_end", "s2_start", "s2_end"].map((id) => ({
    id,
    type: "integer",
  })),
].map(({ id, type }) => ({
  id,
  label: id.charAt(0).toUpperCase() + id.slice(1).replace("_", " "),
  type,
  showTo: "none",
  required: false,
}));

/**
 * Whether two adjacent sentences, mined by a discourse marker, stand in the relation that the marker promises (RATIO):
 * ADDRESS asks three things in order, SPECIFY and BROADEN one; the verdict is derived.
 */
export const markerPair: Codebook = CodebookSchema.parse({
  assay: 1,
  id: "marker-pair",
  title: "Marker pair",
  about: [
    "You see two sentences, S1 and S2, that stood side by side in a paper, and a connecting phrase that stood between them.",
    "",
    "- **The connecting phrase is no evidence.** It is shown so that you can disregard it. Ask whether the sentences would stand in the relation without it.",
    "- Judge from the two sentences. Do not fill in what the rest of the paper may have said.",
    "- Whether the claims are true, or the solution any good, is not asked.",
  ].join("\n"),
  source: "RATIO: validation of mined sentence pairs for ADDRESS, SPECIFY and BROADEN",
  item: {
    fields: [
      { id: "pair_id", label: "Pair id", type: "text", showTo: "none", required: false, aliases: ["id"] },
      {
        id: "corpusid",
        label: "Paper",
        type: "text",
        showTo: "none",
        required: false,
        aliases: ["corpus_id", "paper_id"],
      },
      { id: "date", label: "Date", type: "text", showTo: "none", required: false },
      { id: "section", label: "Section", type: "text", showTo: "none", required: false },
      { id: "marker_id", label: "Marker id", type: "text", showTo: "none", required: false },
      {
        id: "relation",
        label: "Relation",
        type: "choice",
        values: ["ADDRESS", "SPECIFY", "BROADEN"],
        showTo: "both",
        aliases: ["operation"],
        display: "meta",
      },
      { id: "s1", label: "S1", type: "text", showTo: "both", aliases: ["query", "sentence1"], display: "reading" },
      {
        id: "marker",
        label: "Connecting phrase (to be ignored)",
        type: "text",
        showTo: "both",
        aliases: ["connective"],
        display: "ignore",
      },
      { id: "s2", label: "S2", type: "text", showTo: "both", aliases: ["gold", "sentence2"], display: "reading" },
      ...MINED,
    ],
    key: ["pair_id"],
    focal: "corpusid",
  },
  questions: [
    {
      id: "problem",
      title: "1 · Problem",
      text: "Does S1, by itself, state a clear and specific core problem?",
      scale: "binary",
      askWhen: isRelation("ADDRESS"),
      options: yesNo(),
      criteria: [
        { id: "stated", text: "What the problem is must be said, not merely that there is one." },
        {
          id: "not_a_wish",
          text: "A capability, a requirement or an assumption is not a problem.",
        },
        {
          id: "core_in_sight",
          text: "The core of the problem must not hide behind a reference to something outside S1. Other references may stay open.",
        },
      ],
    },
    {
      id: "solution",
      title: "2 · Solution",
      text: "Does S2, by itself, state the solution or remedy?",
      scale: "binary",
      askWhen: isRelation("ADDRESS"),
      options: yesNo(),
      criteria: [
        {
          id: "says_what",
          text: "What is done must be said: a bare name, or a pointer such as “the following”, is not enough.",
        },
        { id: "not_workings", text: "How a method works inside is not yet a solution to anything." },
        {
          id: "not_setup",
          text: "An experimental set-up is not a solution, and neither is a consequence or a result.",
        },
      ],
    },
    {
      id: "match",
      title: "3 · Match",
      text: "Is what S2 proposes aimed at the core problem that S1 states?",
      scale: "binary",
      askWhen: {
        all: [isRelation("ADDRESS"), { question: "problem", is: ["yes"] }, { question: "solution", is: ["yes"] }],
      },
      options: yesNo(),
      criteria: [
        {
          id: "same_problem",
          text: "It must be aimed at that problem, not at another one, nor at a side issue of S1.",
        },
        { id: "content_only", text: "The tie must be in the content of the sentences, not in the connecting phrase." },
      ],
    },
    {
      id: "specify",
      title: "Specify",
      text: "Does S2 make what S1 states more specific: a concrete case, mechanism or example of it?",
      scale: "binary",
      askWhen: isRelation("SPECIFY"),
      options: yesNo(),
      criteria: [
        ...coherence(),
        {
          id: "same_proposition",
          text: "S2 must narrow the same proposition that S1 makes, not say something narrow about its topic.",
        },
        {
          id: "direction",
          text: "The direction must be from general to specific: not the inverse, not two statements on one level, not unrelated ones.",
        },
      ],
    },
    {
      id: "broaden",
      title: "Broaden",
      text: "Is S2 a more general formulation of what S1 states?",
      scale: "binary",
      askWhen: isRelation("BROADEN"),
      options: yesNo(),
      variants: [
        {
          id: "directional",
          label: "Directional (strict)",
          askedOf: "both",
          text: "Is S2 a more general formulation of what S1 states, of which S1 is then a particular case?",
        },
        {
          id: "relaxed",
          label: "Relaxed (inclusive)",
          askedOf: "both",
          text: "Does S2 take what S1 states to a wider scope or a higher level of abstraction?",
        },
      ],
      criteria: [
        ...coherence(),
        {
          id: "direction",
          text: "The direction must be from specific to general: not the inverse, not two statements on one level, not unrelated ones.",
        },
        {
          id: "case_of",
          variants: ["directional"],
          text: "S1 must follow as a case of S2. A wider remark on the same topic is not enough.",
        },
        {
          id: "wider_scope",
          variants: ["relaxed"],
          text: "It is enough that S2 widens scope or abstraction from what S1 states, even where S1 is not strictly a case of it.",
        },
      ],
    },
  ],
  distinctions: [
    {
      question: "problem",
      options: ["yes", "no"],
      ask: "Could you say what goes wrong, and with what, from S1 alone?",
      examples: [
        {
          text: "Long inputs make the cache outgrow the memory of one device.",
          option: "yes",
          why: "what goes wrong, and with what",
        },
        { text: "This issue has received little attention.", option: "no", why: "that there is an issue, not which" },
        { text: "A deployed system must answer within a second.", option: "no", why: "a requirement" },
      ],
    },
    {
      question: "solution",
      options: ["yes", "no"],
      ask: "Could you say what is done about it from S2 alone?",
      examples: [
        {
          text: "we keep only every fourth layer's cache and recompute the others.",
          option: "yes",
          why: "what is done is said",
        },
        { text: "we propose CacheLite.", option: "no", why: "a bare name" },
        { text: "the gate multiplies both inputs before the sum.", option: "no", why: "how something works" },
      ],
    },
  ],
  skipReasons: [
    { id: "garbled", label: "Garbled text" },
    { id: "window_cut_off", label: "A sentence is cut off" },
    { id: "wrong_target", label: "The connecting phrase was cut out wrongly" },
    { id: "not_enough_context", label: "Not enough context to decide" },
  ],
  derived: [
    {
      id: "verdict",
      title: "Verdict",
      scale: "binary",
      options: [
        { id: "accept", label: "Accept", aliases: ["yes", "valid", "1", "true"] },
        { id: "reject", label: "Reject", aliases: ["no", "invalid", "0", "false"] },
      ],
      aliases: ["decision"],
      rule: {
        when: {
          any: [
            {
              all: [
                isRelation("ADDRESS"),
                { question: "problem", is: ["yes"] },
                { question: "solution", is: ["yes"] },
                { question: "match", is: ["yes"] },
              ],
            },
            { all: [isRelation("SPECIFY"), { question: "specify", is: ["yes"] }] },
            { all: [isRelation("BROADEN"), { question: "broaden", is: ["yes"] }] },
          ],
        },
        yes: "accept",
        no: "reject",
      },
    },
  ],
  judge: {
    preamble:
      "You are given two adjacent sentences from a scientific paper, S1 and S2, the connecting phrase that stood between them, and the relation that the phrase is said to signal. Decide from the sentences; the phrase itself is to be ignored as evidence.",
  },
});

function isRelation(relation: "ADDRESS" | "SPECIFY" | "BROADEN") {
  return { field: "relation", is: [relation] };
}

function yesNo() {
  return [
    { id: "yes", label: "Yes", key: "y", aliases: ["1", "true"] },
    { id: "no", label: "No", key: "n", aliases: ["0", "false"] },
  ];
}

function coherence() {
  return [
    { id: "coherent", text: "Both sentences must be whole and make sense." },
    { id: "resolves", text: "What S2 refers to (this, such, it) must be found in S1." },
  ];
}
