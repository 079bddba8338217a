/** What these verbs answer, for pages and browsers alike. */

export type RoleName = "researcher" | "adjudicator" | "rater" | "auditor";

export type Member = {
  userId: string;
  name: string;
  email: string;
  roles: RoleName[];
  pseudonym: string | null;
  disabled: boolean;
};

export type JoinLinkRow = {
  linkId: string;
  role: RoleName | null;
  note: string;
  uses: number;
  maxUses: number;
  expiresAt: string;
};
