import { type Codebook, CodebookSchema } from "@/lib/codebooks/schema";

/**
 * The rhetorical role of one citation context (MUSES / CiteRoots, rhetorical layer): six roles, of which TF, ME and GM
 * make the cited work a root. Raters see the window and its marked target, nothing else.
 */
export const citationRole: Codebook = CodebookSchema.parse({
  assay: 1,
  id: "citation-role",
  title: "Citation role",
  about: [
    "You read one passage with one marked citation and say what that citation does in the passage.",
    "",
    "- Judge the marked citation only. Other citations in the passage may play other roles.",
    "- Go by what the passage says. What you know about the cited work, or could look up, does not count.",
    "- Where two roles fit, take the one the sentence around the mark carries; the distinctions (`x`) help.",
    "- Background is what remains when no other role is stated. Do not choose it because you are unsure: skip instead.",
  ].join("\n"),
  source: "MUSES / CiteRoots, rhetorical layer: six citation roles, ROOT / non-ROOT derived",
  item: {
    fields: [
      { id: "context_id", label: "Context id", type: "text", showTo: "none", aliases: ["contextid", "context_key"] },
      {
        id: "focal_corpusid",
        label: "Focal paper",
        type: "text",
        showTo: "none",
        required: false,
        aliases: ["focal_id", "citing_corpusid"],
      },
      {
        id: "candidate_corpusid",
        label: "Cited paper",
        type: "text",
        showTo: "none",
        required: false,
        aliases: ["candidate_id", "cited_corpusid"],
      },
      {
        id: "context_text",
        label: "Passage",
        type: "window",
        showTo: "both",
        aliases: ["context", "citation_context", "window"],
        marker: "[REF_TARGET]",
        markerFrom: "target_marker",
        display: "reading",
      },
      { id: "target_marker", label: "Target marker", type: "text", showTo: "none", required: false },
      { id: "focal_title", label: "Focal title", type: "text", showTo: "none", required: false },
      { id: "candidate_title", label: "Cited title", type: "text", showTo: "none", required: false },
      { id: "section", label: "Section", type: "text", showTo: "none", required: false },
      { id: "window_hash", label: "Passage (hash)", type: "text", showTo: "none", required: false },
      { id: "source_tool", label: "Read by", type: "text", showTo: "none", required: false },
      { id: "source_version", label: "Version of that tool", type: "text", showTo: "none", required: false },
    ],
    key: ["context_id"],
    focal: "focal_corpusid",
    target: "candidate_corpusid",
    window: "context_text",
  },
  questions: [
    {
      id: "role",
      title: "Role",
      text: "What does the marked citation do for this paper?",
      scale: "nominal",
      aliases: ["subtype"],
      options: [
        {
          id: "TF",
          label: "Theoretical foundation",
          code: "TF",
          key: "1",
          group: "ROOT",
          definition:
            "The cited work supplies a framework, theory or formal model, and this paper uses it as it stands to set up or carry its own argument.",
          examples: [
            "We describe reader behaviour within the foraging theory of [REF_TARGET] and derive our measures from it.",
          ],
        },
        {
          id: "ME",
          label: "Method extension",
          code: "ME",
          key: "2",
          group: "ROOT",
          definition:
            "This paper changes, extends or generalises the cited method in a way that matters to what it does. A new setting alone is no extension.",
          examples: ["Our sampler replaces the fixed step size of [REF_TARGET] by one learned per layer."],
        },
        {
          id: "GM",
          label: "Generative motivation",
          code: "GM",
          key: "3",
          group: "ROOT",
          definition:
            "The cited work exposes a gap, limit, anomaly or finding, and the passage gives it as a reason why this paper, or this part of it, exists.",
          examples: ["[REF_TARGET] found that the effect vanishes for older readers; we set out to learn why."],
        },
        {
          id: "CC",
          label: "Contrast or comparison",
          code: "CC",
          key: "4",
          group: "WEED",
          definition:
            "The passage sets this paper, or its results, against the cited work in words of contrast or comparison, benchmark results included.",
          examples: ["Unlike [REF_TARGET], we need no parallel text.", "We outscore [REF_TARGET] by two points."],
        },
        {
          id: "TR",
          label: "Tool or resource",
          code: "TR",
          key: "5",
          group: "WEED",
          definition:
            "The cited work is used as it is: software, a data set, a library, a benchmark, or a recipe that is followed.",
          examples: ["Sentences were split with the toolkit of [REF_TARGET]."],
        },
        {
          id: "BC",
          label: "Background context",
          code: "BC",
          key: "6",
          group: "WEED",
          definition:
            "Any other mention: the field, a definition, a claim supported, a list of related work. The residual role.",
          examples: ["Summarisation has been studied for decades [REF_TARGET]."],
        },
        {
          id: "UNSURE",
          label: "Unsure",
          askedOf: "judge",
          definition: "The passage does not let you decide between a root role and any other.",
        },
      ],
      criteria: [
        {
          id: "window_only",
          text: "Use only the passage. Ignore what you may know about the cited work or its authors.",
        },
        { id: "marked_only", text: "Judge the marked citation, not the others in the passage." },
        {
          id: "this_paper",
          text: "The role is the one the cited work has for this paper, not for a work this paper reports on.",
        },
        {
          id: "root_needs_words",
          text: "A root role (TF, ME, GM) needs words in the passage that say so; without them choose among the others.",
        },
        {
          id: "unsure_is_rare",
          askedOf: "judge",
          text: "Answer UNSURE only when the passage is broken or leaves root and non-root equally likely.",
        },
      ],
    },
  ],
  distinctions: [
    {
      question: "role",
      options: ["ME", "TF"],
      ask: "Does this paper alter what it takes (ME), or build on it unaltered (TF)?",
      examples: [
        {
          text: "We relax the independence assumption in the model of [REF_TARGET] so that votes may be correlated.",
          option: "ME",
          why: "an assumption of the cited model is changed",
        },
        {
          text: "Following the signalling model of [REF_TARGET], we treat a badge as a costly signal.",
          option: "TF",
          why: "the model is taken as it stands and carries the argument",
        },
      ],
    },
    {
      question: "role",
      options: ["GM", "BC"],
      ask: "Would this paper lose its stated reason if the cited finding went away (GM), or only a remark (BC)?",
      examples: [
        {
          text: "Since [REF_TARGET] showed that annotators drift after an hour, we ask how a schedule could prevent it.",
          option: "GM",
          why: "the finding is the reason for the question asked here",
        },
        {
          text: "Annotator fatigue has been reported before [REF_TARGET].",
          option: "BC",
          why: "reported, with nothing that follows from it",
        },
      ],
    },
    {
      question: "role",
      options: ["CC", "BC"],
      ask: "Does the passage set this paper against the cited work in so many words (CC), or only mention it beside (BC)?",
      examples: [
        {
          text: "Whereas [REF_TARGET] assume a known graph, ours is inferred.",
          option: "CC",
          why: "a contrast in words: whereas … ours",
        },
        {
          text: "Other work assumes a known graph [REF_TARGET].",
          option: "BC",
          why: "describes others; this paper is not set against it",
        },
      ],
    },
    {
      question: "role",
      options: ["ME", "TR"],
      ask: "Is the cited thing itself changed (ME), or used as it comes, if with other settings (TR)?",
      examples: [
        {
          text: "We add a coverage term to the decoder of [REF_TARGET].",
          option: "ME",
          why: "the method gains a part",
        },
        {
          text: "We run the decoder of [REF_TARGET] with a beam of eight.",
          option: "TR",
          why: "used as it comes; a setting is no extension",
        },
      ],
    },
  ],
  skipReasons: [
    { id: "wrong_target", label: "Wrong target: the mark is not on a citation, or on the wrong one" },
    { id: "window_cut_off", label: "Window cut off: the sentence that matters is not all there" },
    { id: "garbled", label: "Garbled text" },
    { id: "not_enough_context", label: "Not enough context to decide" },
  ],
  derived: [
    {
      id: "root",
      title: "Root",
      scale: "binary",
      aliases: ["label"],
      options: [
        { id: "ROOT", label: "Root", aliases: ["root"] },
        { id: "WEED", label: "Weed (not a root)", aliases: ["NON_ROOT", "NON-ROOT", "non-ROOT"] },
      ],
      rule: {
        map: {
          question: "role",
          to: { TF: "ROOT", ME: "ROOT", GM: "ROOT", CC: "WEED", TR: "WEED", BC: "WEED", UNSURE: null },
        },
      },
    },
  ],
  judge: {
    preamble:
      "You read one passage from a scientific paper in which one citation is marked, and decide which role that citation plays for the paper.",
  },
});
