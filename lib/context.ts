import type { Transaction } from "@/lib/db/client";

/** Who acts. `command` and `job` run on the server's own machine and are trusted; `anonymous` has no session. */
export type Actor =
  | { kind: "user"; userId: string; sessionId: string; administrator: boolean }
  | { kind: "command" }
  | { kind: "job"; name: string }
  | { kind: "anonymous" };

/** What every verb is given first. `db` is set by tests and by outer transactions. */
export type ServiceContext = { actor: Actor; requestId: string; db?: Transaction };
