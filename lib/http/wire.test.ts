import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { setEnv } from "@/lib/env";
import { ServiceError } from "@/lib/errors";
import { problem } from "./problem";
import { queryOf } from "./query-of";
import { readJson } from "./read-json";
import { requireSameOrigin } from "./same-origin";
import { download } from "./stream";

afterEach(() => setEnv({ ASSAY_URL: undefined }));

function post(headers: Record<string, string>, body: BodyInit = "{}"): Request {
  return new Request("http://studio.test:3000/api/v1/studies", { method: "POST", headers, body });
}

const own = { host: "studio.test:3000", origin: "http://studio.test:3000", "sec-fetch-site": "same-origin" };

test("our own pages may write, also where a browser sends no Sec-Fetch-Site", () => {
  expect(() => requireSameOrigin(post(own))).not.toThrow();
  const { "sec-fetch-site": _, ...old } = own;
  expect(() => requireSameOrigin(post(old))).not.toThrow();
});

test.each([
  ["no Origin", { host: own.host }],
  ["Origin null (CVE-2026-27978)", { ...own, origin: "null" }],
  ["an empty Origin", { ...own, origin: "" }],
  ["another host", { ...own, origin: "http://evil.test" }],
  ["another port", { ...own, origin: "http://studio.test:3001" }],
  ["our name as its prefix", { ...own, origin: "http://studio.test:3000.evil.test" }],
  ["our name as its user", { ...own, origin: "http://studio.test:3000@evil.test" }],
  ["cross-site", { ...own, "sec-fetch-site": "cross-site" }],
  ["same-site, another origin", { ...own, "sec-fetch-site": "same-site" }],
  ["typed by hand", { ...own, "sec-fetch-site": "none" }],
  ["no Host either", { origin: "http://studio.test:3000" }],
])("%s: 403", (_, headers) => {
  expect(() => requireSameOrigin(post(headers as Record<string, string>))).toThrowError(
    expect.objectContaining({ status: 403 }),
  );
});

test("behind a proxy the configured address decides, whatever Host says", () => {
  setEnv({ ASSAY_URL: "https://assay.example.org" });
  const through = { ...own, origin: "https://assay.example.org" };
  expect(() => requireSameOrigin(post(through))).not.toThrow();
  expect(() => requireSameOrigin(post({ ...own, host: "evil.test", origin: "http://evil.test" }))).toThrowError(
    expect.objectContaining({ status: 403, message: expect.stringContaining("ASSAY_URL") }),
  );
});

const json = { "content-type": "application/json" };

test("a JSON body comes as it is, with any spelling of the type; an empty one is an object", async () => {
  expect(await readJson(post({ "content-type": "Application/JSON; charset=utf-8" }, '{"a":"😀"}'))).toEqual({
    a: "😀",
  });
  expect(await readJson(post(json, ""))).toEqual({});
  expect(await readJson(post(json, `{"text":"${"é".repeat(400_000)}"}`))).toBeTruthy();
});

test.each([
  ["text/plain", post({ "content-type": "text/plain" }), 415],
  ["a form", post({ "content-type": "application/x-www-form-urlencoded" }, "a=1"), 415],
  ["json-like", post({ "content-type": "application/jsonp" }), 415],
  ["compressed", post({ ...json, "content-encoding": "gzip" }), 415],
  ["compressed twice", post({ ...json, "content-encoding": "br, gzip" }), 415],
  ["1,000,001 bytes", post(json, `"${"a".repeat(999_999)}"`), 413],
  ["500,001 characters of two bytes", post(json, `"${"é".repeat(500_000)}"`), 413],
  ["bad UTF-8", post(json, new Uint8Array([0x22, 0xff, 0x22])), 400],
  ["UTF-8 cut off", post(json, new Uint8Array([0x22, 0xc3])), 400],
  ["UTF-16", post(json, new Uint8Array([0xff, 0xfe, 0x7b, 0, 0x7d, 0])), 400],
  ["not JSON", post(json, "{"), 400],
  ["two values", post(json, "{} {}"), 400],
  ["NaN", post(json, '{"a":NaN}'), 400],
  ["a lone surrogate, escaped", post(json, '{"note":"a\\ud83cb"}'), 400],
  ["a lone surrogate in a name", post(json, '{"a\\udf00":1}'), 400],
  ["NUL, escaped", post(json, '{"deep":[{"note":"a\\u0000b"}]}'), 400],
])("%s is refused", async (_, request, status) => {
  await expect(readJson(request)).rejects.toMatchObject({ status });
});

test("a body that is too large is not read to its end", async () => {
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1;
      controller.enqueue(new Uint8Array(100_000).fill(32));
    },
  });
  const request = new Request("http://studio.test/", {
    method: "POST",
    headers: json,
    body,
    duplex: "half",
  } as RequestInit);
  await expect(readJson(request)).rejects.toMatchObject({ status: 413 });
  expect(sent).toBeLessThan(20);
});

test("escaped text that is whole comes through", async () => {
  expect(await readJson(post(json, '{"a":"\\ud83c\\udf00","b":"\\\\u0000","c":"\\u00e9"}'))).toEqual({
    a: "🌀",
    b: "\\u0000",
    c: "é",
  });
});

test("a failed parse is 400 and names the places", async () => {
  const schema = z.strictObject({ rows: z.array(z.strictObject({ key: z.string() })) });
  const { error } = schema.safeParse({ rows: [{ key: 1 }], role: "ADMIN" });
  const response = problem(error, "r-1");
  expect(response.status).toBe(400);
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  expect(response.headers.get("cache-control")).toBe("private, no-store");
  const body = await response.json();
  expect(body).toMatchObject({ status: 400, code: "bad_input", requestId: "r-1" });
  expect(body.faults.map((fault: { column: string }) => fault.column)).toContain("rows.0.key");
  expect(JSON.stringify(body.faults)).toContain("role");
});

test.each([
  new Error("SELECT * FROM users WHERE passphraseHash = 'x' at /srv/secret/path.ts:3"),
  new TypeError("Cannot read properties of undefined (reading 'token')"),
  "a thrown string with a token",
  { token: "t" },
  null,
  undefined,
])("an unknown error tells the client nothing but the request's id: %s", async (thrown) => {
  const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const response = problem(thrown, "r-2");
  const text = await response.text();
  expect(response.status).toBe(500);
  expect(text).not.toMatch(/SELECT|passphrase|secret|path|token|undefined|reading|at \//i);
  expect(JSON.parse(text)).toMatchObject({ code: "internal", requestId: "r-2" });
  expect(String(written.mock.calls[0]?.[0])).toContain("r-2");
  written.mockRestore();
});

test("a known error keeps its words, its faults and its time to wait", async () => {
  const faults = [{ file: "a.csv", line: 3, column: "label", reason: "unknown" }];
  const error = new ServiceError("too_many", "Wait.", { retryAfter: 7, faults, total: 9, extra: { current: 1 } });
  const response = problem(error, "r-3");
  expect([response.status, response.headers.get("retry-after")]).toEqual([429, "7"]);
  expect(await response.json()).toEqual({
    title: "Wait.",
    status: 429,
    code: "too_many",
    requestId: "r-3",
    faults,
    total: 9,
    current: 1,
  });
});

test("a unique key that refused a row does not name the table", async () => {
  const refused = Object.assign(new Error("duplicate key"), {
    code: "23505",
    table: "User",
    constraint: "User_email_key",
  });
  const text = await problem(refused, "r-4").text();
  expect(JSON.parse(text)).toMatchObject({ status: 409 });
  expect(text).not.toMatch(/User|email/);
});

test("a parameter given twice is refused; names of an object's own parts are names like any other", () => {
  const ask = (search: string) => queryOf(new Request(`http://studio.test/x${search}`));
  expect(() => ask("?a=1&b=2&a=3")).toThrowError(expect.objectContaining({ status: 400 }));
  expect(ask("?a=1&b=")).toEqual({ a: "1", b: "" });
  expect(ask("?toString=1&constructor=2")).toEqual({ toString: "1", constructor: "2" });
  expect(Object.keys(ask("?__proto__=1"))).toEqual(["__proto__"]);
  expect(ask("?token%5Bnot%5D=")).toEqual({ "token[not]": "" });
});

test("a download is pulled as it is read, ends when the reader goes, and its name cannot break out of the header", async () => {
  let made = 0;
  let ended = false;
  async function* source() {
    try {
      for (;;) {
        made += 1;
        yield new Uint8Array(1000);
      }
    } finally {
      ended = true;
    }
  }
  const response = download(source(), '../../x"\r\nSet-Cookie: a=b.csv', "text/csv");
  expect(response.headers.get("content-disposition")).toBe('attachment; filename=".._.._x___Set-Cookie__a_b.csv"');
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  const reader = response.body?.getReader();
  await reader?.read();
  expect(made).toBeLessThan(5);
  await reader?.cancel();
  expect(ended).toBe(true);
});
