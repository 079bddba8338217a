import { readdirSync } from "node:fs";
import http from "node:http";
import type { Page } from "@playwright/test";
import { expect, test } from "@/e2e/fixtures/test";
import { type LabelStudy, passages, seedLabelStudy } from "@/e2e/label/seed-label-study";
import { createJoinLink } from "@/lib/accounts/create-join-link";
import { prisma } from "@/lib/db/client";
import { seedUser } from "@/prisma/seed/seed-user";
import { signInAt } from "./rater-client";

// Some thirty pages, asked one after another: a hang guard for busy machines.
test.describe.configure({ timeout: 300_000 });

const command = { actor: { kind: "command" as const }, requestId: "e2e" };
const baseURL = process.env.ASSAY_E2E_URL ?? "";

/** Every page of app/, from the files themselves, so that a new one cannot be forgotten. */
function pagePatterns(folder = "app", at = ""): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) {
      const part = entry.name.startsWith("(") ? at : `${at}/${entry.name}`;

      return pagePatterns(`${folder}/${entry.name}`, part);
    }

    return entry.name === "page.tsx" ? [at === "" ? "/" : at] : [];
  });
}

async function everyPage(study: LabelStudy): Promise<string[]> {
  const { url } = await createJoinLink(command, { studyId: study.studyId, role: "auditor" });
  const values: Record<string, string> = {
    slug: study.slug,
    study: study.slug,
    itemId: study.itemIds[0] ?? "",
    token: url.split("/").at(-1) ?? "",
  };

  return pagePatterns().map((pattern) => pattern.replace(/\[(\w+)\]/g, (_, name: string) => values[name] ?? "none"));
}

const BLOCKED = ["img-src", "script-src-attr", "script-src-elem"];

const missing = (slug: string) => [
  "/no-such-page",
  "/studies/no-such-study",
  `/studies/${slug}/nothing`,
  "/join/wrong",
];

/** One label study, and somebody who is all that one can be in it. */
async function setting() {
  const study = await seedLabelStudy({ codebook: "citation-role", items: passages(6) });
  const roles = (["researcher", "rater"] as const).map((role) => ({ studyId: study.studyId, role }));
  const person = await seedUser({ administrator: true, roles });

  return { study, person };
}

type Answer = { status: number; headers: http.IncomingHttpHeaders; body: string };

/** By hand, since fetch and browsers add headers of their own. */
function send(method: string, url: string, headers: http.OutgoingHttpHeaders, body = ""): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, headers: { ...headers, "Content-Length": Buffer.byteLength(body) } });
    request.once("error", reject);
    request.once("response", (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part) => {
        text += part;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
      response.once("error", reject);
    });
    request.end(body);
  });
}

function nonceOf(policy: string): string {
  return /'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
}

test("every page and every error page has an enforced policy with a nonce of its own", async () => {
  const { study, person } = await setting();
  const cookie = await signInAt(baseURL, person);
  const nonces: string[] = [];
  for (const path of [...(await everyPage(study)), ...missing(study.slug)]) {
    for (const headers of [{ Cookie: cookie }, {}]) {
      const answer = await send("GET", `${baseURL}${path}`, headers);
      const policy = String(answer.headers["content-security-policy"]);
      expect(answer.status, path).toBeLessThan(500);
      expect(answer.headers["content-security-policy-report-only"], path).toBeUndefined();
      expect(policy, path).toContain("default-src 'none'");
      expect(policy, path).toMatch(/script-src 'nonce-[A-Za-z0-9+/=]{22,}' 'strict-dynamic'(;|$)/);
      expect(policy, path).toContain("frame-ancestors 'none'");
      expect(policy, path).not.toContain("unsafe-eval");
      expect(answer.headers["x-content-type-options"], path).toBe("nosniff");
      expect(answer.headers["cache-control"], path).toContain("no-store");
      nonces.push(nonceOf(policy));
      for (const tag of answer.body.match(/<script(?=[\s>])[^>]*>/g) ?? []) {
        expect(tag, path).toContain(`nonce="${nonceOf(policy)}"`);
      }
    }
  }
  expect(new Set(nonces).size).toBe(nonces.length);
});

async function violationsOn(page: Page, paths: string[]): Promise<string[]> {
  const found: string[] = [];
  await page.exposeFunction("tellViolation", (what: string) => found.push(what));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const tell = Reflect.get(window, "tellViolation") as (what: string) => void;
      tell(`${location.pathname}: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
  for (const path of paths) {
    await page.goto(path);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }

  return found;
}

test("no page breaks its policy; what is put into one does not run", async ({ as }) => {
  const { study, person } = await setting();
  const page = await as(person);
  const found = await violationsOn(page, [...(await everyPage(study)), ...missing(study.slug)]);
  expect(found).toEqual([]);
  // As if a text of an item had got into the page as it is.
  const injected = '<script>window.pwned = 1</script><img src="x:" onerror="window.pwned = 2"></body>';
  await page.route("**/agreement", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace("</body>", injected) });
  });
  await page.goto(`/studies/${study.slug}/agreement`);
  await expect.poll(() => found.map((one) => one.split(" ")[1]).sort()).toEqual(BLOCKED);
  expect(await page.evaluate(() => "pwned" in window)).toBe(false);
});

test("writes are taken from our own pages alone", async () => {
  const { study, person } = await setting();
  const cookie = await signInAt(baseURL, person);
  const url = `${baseURL}/api/v1/studies/${study.slug}/rounds`;
  const json = { Cookie: cookie, "Content-Type": "application/json" };
  const body = JSON.stringify({ name: "smuggled", purpose: "main" });
  const refused: [http.OutgoingHttpHeaders, number][] = [
    [json, 403],
    [{ ...json, Origin: "null" }, 403],
    [{ ...json, Origin: "https://evil.test" }, 403],
    [{ ...json, Origin: `${baseURL}.evil.test` }, 403],
    [{ ...json, Origin: baseURL, "Sec-Fetch-Site": "cross-site" }, 403],
    [{ ...json, Origin: baseURL, "Sec-Fetch-Site": "same-site" }, 403],
    [{ ...json, Origin: baseURL, "Content-Type": "text/plain" }, 415],
    [{ ...json, Origin: baseURL, "Content-Type": "application/x-www-form-urlencoded" }, 415],
    [{ ...json, Origin: "https://evil.test", Host: "evil.test" }, 403],
  ];
  for (const [headers, status] of refused) {
    const answer = await send("POST", url, headers, body);
    expect(answer.status, JSON.stringify({ ...headers, Cookie: "" })).toBe(status);
    expect(answer.headers["content-type"]).toContain("application/problem+json");
  }
  expect(await prisma().round.count({ where: { studyId: study.studyId, name: "smuggled" } })).toBe(0);
  expect((await send("POST", url, { ...json, Origin: baseURL }, body)).status).toBe(200);
  expect(await prisma().round.count({ where: { studyId: study.studyId, name: "smuggled" } })).toBe(1);
});

test("cookies are out of reach of scripts and of other sites", async () => {
  const { person } = await setting();
  const csrf = await send("GET", `${baseURL}/api/auth/csrf`, {});
  const jar = (csrf.headers["set-cookie"] ?? []).map((line) => line.split(";")[0]).join("; ");
  const { csrfToken } = JSON.parse(csrf.body);
  const form = new URLSearchParams({ csrfToken, email: person.email, passphrase: person.passphrase, json: "true" });
  const headers = { Origin: baseURL, Cookie: jar, "Content-Type": "application/x-www-form-urlencoded" };
  const signedIn = await send("POST", `${baseURL}/api/auth/callback/credentials`, headers, form.toString());
  expect(signedIn.status).toBe(200);
  const set = [...(csrf.headers["set-cookie"] ?? []), ...(signedIn.headers["set-cookie"] ?? [])];
  expect(set.some((line) => /session/i.test(line.split("=")[0] ?? ""))).toBe(true);
  for (const line of set) {
    expect(line).toMatch(/; HttpOnly/i);
    expect(line).toMatch(/; SameSite=Lax/i);
    expect(line).not.toMatch(/; Domain=/i);
  }
});

test("server actions are not there: such requests are refused, and the process lives", async () => {
  const { study, person } = await setting();
  const cookie = await signInAt(baseURL, person);
  const hostile = ['0:{"$@', '["$1:__proto__:then"]', '{"then":"$1:then"}\n1:"$@0"', "\0".repeat(1000)];
  for (const path of await everyPage(study)) {
    for (const [i, body] of hostile.entries()) {
      const headers = {
        Cookie: cookie,
        Origin: baseURL,
        "Next-Action": "4".repeat(40 + i),
        "Content-Type": i % 2 === 0 ? "text/plain;charset=UTF-8" : "multipart/form-data; boundary=x",
      };
      const { status } = await send("POST", `${baseURL}${path}`, headers, body);
      expect(status, `${path} ${i}`).toBeGreaterThanOrEqual(400);
      expect(status, `${path} ${i}`).toBeLessThan(500);
    }
  }
  expect((await send("GET", `${baseURL}/sign-in`, {})).status).toBe(200);
});
