import { type Codebook, CodebookSchema } from "@/lib/codebooks/schema";

/**
 * Whether one cited work is must-cite for a paper (MasterSet): a binary question (Type I, in two wordings), a relevance
 * scale (Type II), the mention count (Type III, computed), and must-cite where any of the three says so.
 */
export const mustCite: Codebook = CodebookSchema.parse({
  assay: 1,
  id: "must-cite",
  title: "Must-cite",
  about: [
    "You see a paper's title, one work that it cites, and every passage in which it does so, with the section of each.",
    "Answer two questions about the cited work, in either order. They are independent of each other.",
    "",
    "- Judge what *this* paper does. What other papers did with the cited work does not count.",
    "- Passages come from PDF files and may be fragments. The section's name is evidence too.",
    "- Both questions are about all passages together, not about one.",
  ].join("\n"),
  source: "MasterSet: Type I (baseline), Type II (core relevance), Type III (mention count)",
  item: {
    fields: [
      { id: "query_id", label: "Paper id", type: "text", showTo: "none", required: false, aliases: ["paper_id"] },
      { id: "target", label: "Reference id", type: "text", showTo: "none", required: false, aliases: ["ref_id"] },
      {
        id: "query_title",
        label: "This paper",
        type: "text",
        showTo: "both",
        required: false,
        aliases: ["paper_title"],
        display: "title",
      },
      { id: "venue", label: "Venue", type: "text", showTo: "none", required: false },
      { id: "query_year", label: "Year of this paper", type: "integer", showTo: "none", required: false },
      {
        id: "cited_title",
        label: "Cites",
        type: "text",
        showTo: "both",
        required: false,
        aliases: ["title", "ref_title"],
        display: "title",
      },
      { id: "cited_year", label: "Year", type: "integer", showTo: "rater", required: false, aliases: ["year"] },
      { id: "cited_as", label: "Cited as", type: "text", showTo: "judge", required: false, aliases: ["cite"] },
      { id: "contexts", label: "Passages", type: "contexts", showTo: "both", citedAs: "cited_as", display: "reading" },
      { id: "mention_count", label: "Mentions given", type: "integer", showTo: "none", required: false },
      { id: "source_tool", label: "Read by", type: "text", showTo: "none", required: false },
      { id: "source_version", label: "Version of that tool", type: "text", showTo: "none", required: false },
      { id: "mentions", label: "Mentions", type: "count", of: "contexts", given: "mention_count", showTo: "none" },
    ],
    key: ["query_id", "target"],
    focal: "query_id",
    target: "target",
  },
  parameters: { n: 3 },
  order: "any",
  questions: [
    {
      id: "baseline",
      title: "Q1 · Baseline",
      text: "Do this paper's own experiments compare against the cited work directly, as a baseline?",
      scale: "binary",
      aliases: ["type_i", "q1"],
      options: [
        { id: "yes", label: "Yes", key: "y", aliases: ["1", "true"] },
        { id: "no", label: "No", key: "n", aliases: ["0", "false"] },
      ],
      variants: [
        {
          id: "comparison",
          label: "Direct comparison baseline (asked of raters)",
          askedOf: "human",
          text: "Do this paper's own experiments compare against the cited work directly, as a baseline?",
        },
        {
          id: "core_reference",
          label: "Baseline or must-cite core reference (asked of judges)",
          askedOf: "judge",
          text: "Is the cited work a baseline or direct comparison in this paper, or else a core reference it must cite for its main task, benchmark, data set or method?",
        },
      ],
      criteria: [
        { id: "compared", text: "Yes if this paper compares its own method with the cited work directly." },
        {
          id: "baseline_used",
          text: "Yes if the cited work serves as a baseline in this paper's experiments or results.",
        },
        {
          id: "source_of_benchmark",
          variants: ["core_reference"],
          text: "Yes if a main benchmark, data set or evaluation task used in this paper comes from the cited work.",
        },
        {
          id: "defines_core",
          variants: ["core_reference"],
          text: "Yes if the cited work defines a core task, problem setting or method on which this paper builds or evaluates, or around which it turns.",
        },
        {
          id: "comparison_words",
          text: "Words of comparison (outperforms, compared to, against, baseline) under a section on experiments or results are strong evidence.",
        },
        {
          id: "evaluation_words",
          variants: ["core_reference"],
          text: "Statements in the experimental setup that this paper is evaluated on something the cited work introduced are strong evidence.",
        },
        {
          id: "not_background",
          text: "No if it is cited only as related work, motivation or general context.",
        },
        {
          id: "not_used_only",
          variants: ["comparison"],
          text: "No if this paper uses the cited work without competing against it.",
        },
        {
          id: "not_peripheral",
          variants: ["core_reference"],
          text: "No if it is a method or resource that is mentioned but not central to this paper's experiments, task or contribution.",
        },
        { id: "not_others", text: "No if the comparison is one that other papers made." },
      ],
    },
    {
      id: "relevance",
      title: "Q2 · Core relevance",
      text: "How relevant is the cited work to this paper's core task and method?",
      help: [
        "The rule about data sets and methods is worded in three ways, and they differ. The criteria: the primary data set or benchmark gets at least 4, a method directly extended at least 4, and a work that is both gets 5.",
        "Step 5 of the scale itself: the same task with the method directly extended, *or* the source of the primary data set or benchmark, is a 5.",
        "The judge's prompt: primary data set or benchmark at least 4; method directly extended at least 4; task *and* method shared: 5.",
        "The studio holds to the first: mark `d` or `m` and below 4 (both: below 5) it asks for a note.",
      ].join("\n\n"),
      scale: "ordinal",
      aliases: ["type_ii", "q2", "score"],
      options: [
        {
          id: "1",
          label: "General background",
          key: "1",
          definition: "Background that has nothing to do with this paper's task or method.",
          examples: ["A textbook on statistics, cited in a paper on parsing."],
        },
        {
          id: "2",
          label: "Tangential",
          key: "2",
          definition: "Shares a broad area with this paper, but neither its particular task nor its method.",
          examples: ["A general language model, cited in a paper on reference matching that does not build on it."],
        },
        {
          id: "3",
          label: "Conceptually related",
          key: "3",
          definition: "Related in its ideas, but another task, and no method that this paper directly extends.",
          examples: ["A paper on sentiment classification, cited in a paper on classifying peer reviews by topic."],
        },
        {
          id: "4",
          label: "Substantially relevant",
          key: "4",
          definition: "The same task, or the source of a key part of this paper's method.",
          examples: ["The encoder that a paper fine-tunes for its own task."],
        },
        {
          id: "5",
          label: "Core",
          key: "5",
          definition:
            "The same task with its method directly extended, or the source of the primary data set or benchmark.",
          examples: ["The paper that introduced the corpus on which this paper reports all its results."],
        },
      ],
      criteria: [
        { id: "data_floor", text: "The primary data set or benchmark of this paper is never below 4." },
        { id: "method_floor", text: "A method that this paper directly extends is never below 4." },
        { id: "both_floor", text: "A work that is both gets 5." },
        {
          id: "independent",
          askedOf: "human",
          text: "Independent of Q1: a baseline may be no more than a 3, and a 5 need not be a baseline.",
        },
        {
          id: "fragments",
          text: "Passages may be fragments: judge from what is there and from the section's name.",
        },
      ],
    },
  ],
  marks: [
    {
      id: "primary_data",
      label: "Primary data set or benchmark",
      key: "d",
      definition: "The cited work is where the main data set or benchmark of this paper comes from.",
    },
    {
      id: "extended_method",
      label: "Method directly extended",
      key: "m",
      definition: "This paper's method is a direct extension of the cited work's.",
    },
  ],
  floors: [
    {
      when: { any: [{ mark: "primary_data" }, { mark: "extended_method" }] },
      question: "relevance",
      atLeast: "4",
      text: "A primary data set or benchmark, or a method directly extended, is at least 4. To keep a lower value, say why in a note.",
    },
    {
      when: { all: [{ mark: "primary_data" }, { mark: "extended_method" }] },
      question: "relevance",
      atLeast: "5",
      text: "A primary data set or benchmark whose method is also directly extended is 5. To keep a lower value, say why in a note.",
    },
  ],
  distinctions: [
    {
      question: "relevance",
      options: ["3", "4"],
      ask: "Does this paper share the task, or take a key part of its method from the cited work (4), or only related ideas (3)?",
      examples: [
        {
          text: "We initialise our tagger with the embeddings of (A, 2019).",
          option: "4",
          why: "a key part comes from it",
        },
        {
          text: "A similar idea was tried for speech (A, 2019).",
          option: "3",
          why: "another task, nothing taken over",
        },
      ],
    },
    {
      question: "relevance",
      options: ["4", "5"],
      ask: "Is it the same task with the method extended, or the primary data set or benchmark (5), or one of task and method only (4)?",
      examples: [
        { text: "All results are on the corpus of (B, 2020).", option: "5", why: "the primary data set" },
        { text: "(B, 2020) also study this task, with rules.", option: "4", why: "the same task, another method" },
      ],
    },
  ],
  skipReasons: [
    { id: "wrong_target", label: "Wrong target: the marked citation is not this work" },
    { id: "window_cut_off", label: "Passages cut off" },
    { id: "garbled", label: "Garbled text" },
    { id: "not_enough_context", label: "Not enough context to decide" },
  ],
  derived: [
    {
      id: "type_1",
      title: "Type I",
      scale: "binary",
      options: yesNo(),
      rule: { map: { question: "baseline", to: { yes: "yes", no: "no" } } },
    },
    {
      id: "type_2",
      title: "Type II ≥ 4",
      scale: "binary",
      options: yesNo(),
      rule: { when: { question: "relevance", atLeast: "4" }, yes: "yes", no: "no" },
    },
    {
      id: "type_3",
      title: "Type III ≥ N mentions",
      scale: "binary",
      options: yesNo(),
      rule: { when: { field: "mentions", atLeast: { parameter: "n" } }, yes: "yes", no: "no" },
      ofItem: true,
    },
    {
      id: "must_cite",
      title: "Must-cite",
      scale: "binary",
      options: yesNo(),
      rule: {
        when: {
          any: [
            { derived: "type_1", is: ["yes"] },
            { derived: "type_2", is: ["yes"] },
            { derived: "type_3", is: ["yes"] },
          ],
        },
        yes: "yes",
        no: "no",
      },
    },
  ],
  judge: {
    preamble:
      "You are an expert in the field of the paper below. You are given its title, one work that it cites, and every passage in which it does so.",
  },
});

function yesNo() {
  return [
    { id: "yes", label: "Yes", aliases: ["1", "true"] },
    { id: "no", label: "No", aliases: ["0", "false"] },
  ];
}
