import { randomUUID } from "node:crypto";
import { countAttempt } from "@/lib/auth/rate-limit";
import type { ServiceContext } from "@/lib/context";
import { unsubscribe } from "@/lib/endorsements/unsubscribe";
import { ServiceError } from "@/lib/errors";
import { problem } from "@/lib/http/problem";

type Context = { params: Promise<{ token: string }> };

const PRIVATE = { "Cache-Control": "private, no-store", "Referrer-Policy": "no-referrer" };

/** A person who follows the address comes to their page, where declining is one tap. Changes nothing. */
export async function GET(_: Request, { params }: Context): Promise<Response> {
  const { token } = await params;

  return new Response(null, {
    status: 303,
    headers: { ...PRIVATE, Location: `/endorse/${encodeURIComponent(token)}` },
  });
}

/** For mail programs (RFC 8058): no cookie and no origin; the link in the address is the authority. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const requestId = randomUUID();
  try {
    const ctx: ServiceContext = { actor: { kind: "anonymous" }, requestId };
    await countAttempt(ctx, `endorse:${request.headers.get("x-assay-client") ?? "local"}`, 30, 60_000);
    await requireOneClick(request);
    await unsubscribe(ctx, await params);

    return new Response("You will not be written to again.\n", {
      headers: { ...PRIVATE, "Content-Type": "text/plain; charset=utf-8" },
    });
  } catch (error) {
    return problem(error, requestId);
  }
}

async function requireOneClick(request: Request): Promise<void> {
  const length = Number(request.headers.get("content-length"));
  const form = length > 0 && length < 10_000 ? await request.formData().catch(() => null) : null;
  if (form?.get("List-Unsubscribe") === "One-Click") return;
  throw new ServiceError("bad_input", "This address is for mail programs, which send List-Unsubscribe=One-Click.");
}
