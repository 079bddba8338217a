import { setTimeout as sleep } from "node:timers/promises";
import { uuid7 } from "@/lib/db/uuid";
import type { ClaimAnswer } from "@/lib/labels/wire";
import type { SeededUser } from "@/prisma/seed/seed-user";

const ROLES = ["TF", "ME", "GM", "CC", "TR", "BC"];

/** Signs in as a browser's form would; answers the cookies to send along. */
export async function signInAt(url: string, user: SeededUser): Promise<string> {
  const jar = new Map<string, string>();
  const keep = (answer: Response) => {
    for (const line of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = line.split(";")[0]?.split(/=(.*)/s) ?? [];
      jar.set(name, value);
    }
  };
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const csrf = await fetch(`${url}/api/auth/csrf`);
  keep(csrf);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const answer = await fetch(`${url}/api/auth/callback/credentials`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: url, Cookie: cookies(), "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ csrfToken, email: user.email, passphrase: user.passphrase, json: "true" }),
  });
  if (!answer.ok) throw new Error(`Signing in answered ${answer.status}: ${await answer.text()}`);
  keep(answer);

  return cookies();
}

/**
 * A rater's browser without its screen: claims, answers one item after another as fast as it is acknowledged, and sends
 * an answer again under the same opId until our acknowledgement with that opId is there.
 */
export class RaterClient {
  readonly acknowledged: string[] = [];
  readonly sent = new Set<string>();
  /** Answers that are neither an acknowledgement nor "later": there should be none. */
  readonly unexpected: string[] = [];
  /** "Later" without a time to try again. */
  readonly timeless: number[] = [];
  later = 0;
  repeated = 0;
  private stopping = false;

  constructor(
    private readonly url: string,
    private readonly slug: string,
    private readonly cookies: string,
  ) {}

  stop(): void {
    this.stopping = true;
  }

  async run(): Promise<void> {
    for (let n = 0; !this.stopping; ) {
      const claimed = (await this.until("slots/claim", { ahead: 5, have: [] })) as ClaimAnswer | null;
      if (!claimed || claimed.slots.length === 0) return;
      for (const slot of claimed.slots) {
        if (this.stopping) return;
        const opId = uuid7();
        this.sent.add(opId);
        n += 1;
        const body = { opId, slotId: slot.slotId, question: "role", value: ROLES[n % 6], elapsedMs: 100 };
        const ack = (await this.until("labels", body)) as { opId?: string } | null;
        if (ack?.opId === opId) this.acknowledged.push(opId);
        else this.unexpected.push(`an acknowledgement of ${ack?.opId} for ${opId}`);
      }
    }
  }

  /** Sends until the server has decided; null where it refused, which is written down. */
  private async until(path: string, body: object): Promise<unknown> {
    for (let attempt = 0; ; attempt += 1) {
      if (attempt > 0) {
        this.repeated += 1;
        await sleep(Math.min(400, 25 * 2 ** attempt)); // As browsers' outbox does: less and less often.
      }
      try {
        const answer = await fetch(`${this.url}/api/v1/studies/${this.slug}/${path}`, {
          method: "POST",
          headers: { "Content-Type": "application/json", Origin: this.url, Cookie: this.cookies },
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(30_000),
        });
        if (answer.ok) return await answer.json();
        const text = await answer.text();
        if (answer.status === 503) {
          this.later += 1;
          if (!answer.headers.get("retry-after")) this.timeless.push(answer.status);
          continue;
        }
        this.unexpected.push(`${path} ${answer.status} ${text.slice(0, 200)}`);

        return null;
      } catch (error) {
        if (error instanceof Error && error.name === "TimeoutError") this.unexpected.push(`${path}: no answer in 30 s`);
      }
    }
  }
}
