import type { Column, Table } from "./columns";

type Short = readonly [name: string, type: Column["type"], description: string, optional?: "optional"];

function table(name: string, key: string[], description: string, columns: readonly Short[]): Table {
  return {
    name,
    description,
    key,
    columns: columns.map(([column, type, text, optional]) => ({
      name: column,
      type,
      optional: optional !== undefined,
      description: text,
    })),
  };
}

const PAIR: readonly Short[] = [
  ["focal", "id", "The paper that cites", "optional"],
  ["target", "id", "The paper that is cited", "optional"],
];
const DECISION: readonly Short[] = [
  ["label", "string", "Id of the option, empty where the layer has no label here", "optional"],
  ["decided", "string", "How, by the layer’s rule; or why there is no label (tie, none …)"],
  ["confidence", "float64", "Share of raters, posterior or probability, as the layer’s rule says", "optional"],
];
const PROVENANCE: readonly Short[] = [
  ["raters", "strings", "Whose labels the decision rests on, by pseudonym"],
  ["values", "strings", "What each of them said, in the same order"],
  ["counts_as", "strings", "The option that each counts as here; empty where it counts as none"],
  ["rounds", "strings", "The round of each of these labels"],
  ["codebook_versions", "ints", "The codebook version of each of these labels"],
];

/** One row a label: what a rater or judge said to one question on one item in one round. */
export const LABELS = table(
  "labels",
  ["item", "unit", "question", "round", "rater"],
  "One row a label, raters by pseudonym",
  [
    ["item", "string", "Key of the item"],
    ...PAIR,
    ["unit", "string", "The part of the item that the question is about; empty where it is the whole item"],
    ["question", "string", "Id of the question or derived label"],
    ["round", "string", "The round the label was given in; judges’ labels lie in the round corpus"],
    ["rater", "string", "Pseudonym of the rater or judge"],
    ["kind", "string", "human or judge"],
    ["value", "string", "Id of the chosen option"],
    ["derived", "boolean", "Whether the codebook’s rule derived it from an answer"],
    ["counted", "boolean", "Whether it enters agreement and layers: not late, and all questions of its place answered"],
    ["origin", "string", "studio (blind by construction) or imported (not known to be)"],
    ["codebook_version", "int32", "Version of the codebook that the label was given under"],
    ["confidence", "string", "The rater’s or judge’s own confidence, where given", "optional"],
    ["probability", "float64", "The judge’s probability of its answer, where given", "optional"],
    ["at", "string", "When, in UTC; rounded to the day in public releases", "optional"],
    ["note", "string", "The rater’s comment or the judge’s reason; never in public releases", "optional"],
  ],
);

/** One row an item of the study, redacted by the profile. */
export const ITEMS = table("items", ["item"], "One row an item of the study, as far as its licence allows", [
  ["item", "string", "Key of the item"],
  ...PAIR,
  ["stratum", "string", "The stratum the item was drawn from; empty where it was not drawn"],
  ["inclusion_probability", "float64", "Probability of being drawn; empty where it was not drawn", "optional"],
  ["content_sha256", "string", "Hash of the item’s content as canonical JSON, also where the text is left out"],
  ["content", "json", "The item’s fields; without texts that must not be given away"],
]);

/** What adjudicators settled, or left open, on an item in a round. */
export const ADJUDICATIONS = table(
  "adjudications",
  ["item", "unit", "question", "round"],
  "One row an item that adjudicators decided on",
  [
    ["item", "string", "Key of the item"],
    ...PAIR,
    ["unit", "string", "The part of the item; empty where it is the whole item"],
    ["question", "string", "Id of the question or derived label"],
    ["round", "string", "The round whose labels were settled"],
    [
      "value",
      "string",
      "Id of the option decided for; empty where adjudicators differ and nobody settled it",
      "optional",
    ],
    ["settled", "string", "unanimous, settling, imported or unsettled"],
    ["reason", "string", "Why raters differed: a reason class, never a comment", "optional"],
    ["adjudicators", "int32", "How many people decided"],
    ["codebook_version", "int32", "Version of the codebook that the decision was made under"],
  ],
);

/** One row an item of a layer: its label, how it was decided, and on whose labels. */
export const LAYER = table("layer", ["item"], "One row an item: the layer’s label and what it rests on", [
  ["item", "string", "Key of the item"],
  ...PAIR,
  ...DECISION,
  ...PROVENANCE,
]);

/** One row an edge (focal, target) of a layer over the edges' items. */
export const EDGE_LAYER = table("edge_layer", ["item"], "One row an edge between two papers", [
  ["item", "string", "Key of the edge: focal and target"],
  ["focal", "id", "The paper that cites"],
  ["target", "id", "The paper that is cited"],
  ...DECISION,
  ["n_items", "int32", "Items of the edge"],
  ["n_labelled", "int32", "Those of them with a label under the rule below"],
  ["n_positive", "int32", "Those of them with the positive label"],
  ["max_probability", "float64", "Highest probability of the positive label among them", "optional"],
  ["items", "strings", "The item of each of these labels"],
  ...PROVENANCE,
]);

/** One row an item of a must-cite layer with its three criteria. */
export const MUST_CITE_LAYER = table("must_cite_layer", ["item"], "One row a reference with its three criteria", [
  ["item", "string", "Key of the item"],
  ...PAIR,
  ...DECISION,
  ["type_1", "boolean", "Compared directly in the experiments", "optional"],
  ["type_2", "boolean", "Relevant enough to the core task and method", "optional"],
  ["type_3", "boolean", "Mentioned often enough", "optional"],
  ["mentions", "int32", "Mentions in the paper", "optional"],
  ["windows", "int32", "Distinct windows", "optional"],
  ["questions", "strings", "The question of each of these labels"],
  ...PROVENANCE,
]);

/** MUSES’ rhetorical layer at paper level. */
export const RHETORIC_LABELS = table(
  "rhetoric_labels_paper_level",
  ["focal_corpusid", "candidate_corpusid"],
  "One row an edge, as MUSES releases it",
  [
    ["focal_corpusid", "id", "The paper that cites"],
    ["candidate_corpusid", "id", "The paper that is cited"],
    ["n_mentions", "int32", "Contexts of the edge"],
    ["n_root_mentions", "int32", "Contexts with the positive label"],
    ["max_root_prob", "float32", "Highest probability of the positive label", "optional"],
    ["root_label", "int32", "1 positive, 0 not, empty where no context has a label", "optional"],
  ],
);

/** MUSES’ human audit: one context with a person's and a judge's answer. */
export const HUMAN_GOLD_AUDIT = table("human_gold_audit", ["context_id"], "One row a context audited by people", [
  ["context_id", "string", "Key of the item"],
  ["human_label", "string", "The people’s label, as the layer decides"],
  ["llm_label", "string", "The judge’s derived label", "optional"],
  ["llm_subtype", "string", "The judge’s answer", "optional"],
  ["focal_corpusid", "id", "The paper that cites", "optional"],
  ["candidate_corpusid", "id", "The paper that is cited", "optional"],
]);

/** MUSES’ author-endorsed pairs. */
export const ENDORSEMENT_PAIRS = table(
  "endorsement_pairs",
  ["focal_corpusid", "candidate_corpusid"],
  "One row a pair that an author of the focal paper endorsed, confirmed by a person",
  [
    ["focal_corpusid", "id", "The author’s paper"],
    ["candidate_corpusid", "id", "The work that shaped it"],
    ["audit_status", "string", "passed, flagged_self_cite, flagged_review_paper or excluded"],
    ["eligibility_flags", "strings", "What the review noted"],
    ["is_context_linked", "boolean", "Whether a context of the pair was labelled"],
    ["is_retrieval_evaluable", "boolean", "Whether the pair enters scoring"],
    ["field_family", "string", "Field of the focal paper", "optional"],
  ],
);

/** MasterSet’s references of each paper with the three criteria. */
export const REFERENCE_LISTS = table(
  "reference_lists",
  ["paper", "target"],
  "One row a reference of a paper with the three must-cite criteria",
  [
    ["paper", "string", "The paper whose list it is"],
    ["target", "string", "The reference in that paper"],
    ["title", "string", "Title of the cited work", "optional"],
    ["year", "int32", "Its year", "optional"],
    ["type_1", "int32", "1 compared directly in the experiments, 0 not, empty where not labelled", "optional"],
    ["type_2", "int32", "Relevance to the core task and method, 1 to 5", "optional"],
    ["type_3", "int32", "Mentions in the paper (a lower bound where windows were counted)", "optional"],
  ],
);

/** RATIO’s queries, candidates and accepted pairs. */
export const RATIO_QUERIES = table("queries", ["query_id"], "One row a query sentence", [
  ["query_id", "string", "Id of the query"],
  ["relation", "string", "ADDRESS, BROADEN or SPECIFY"],
  ["text", "string", "The sentence, empty where its licence is closed", "optional"],
  ["corpus_id", "id", "The paper it is from", "optional"],
]);
export const RATIO_CORPUS = table("corpus", ["candidate_id"], "One row a candidate sentence", [
  ["candidate_id", "string", "Id of the candidate"],
  ["text", "string", "The sentence, empty where its licence is closed", "optional"],
  ["corpus_id", "id", "The paper it is from", "optional"],
]);
export const RATIO_POSITIVES = table("positives", ["query_id", "candidate_id"], "One row an accepted pair", [
  ["query_id", "string", "Id of the query"],
  ["candidate_id", "string", "Id of the candidate"],
  ["accepted_by", "strings", "The judges or raters who accept it, by pseudonym"],
  ["hard", "boolean", "Whether all accept it"],
]);

export const PAPER_TABLES = [
  RHETORIC_LABELS,
  HUMAN_GOLD_AUDIT,
  ENDORSEMENT_PAIRS,
  REFERENCE_LISTS,
  RATIO_QUERIES,
  RATIO_CORPUS,
  RATIO_POSITIVES,
] as const;
