import { afterEach, expect, test } from "vitest";
import { setEnv } from "@/lib/env";
import { cookieName, isHttps, sessionSecret } from "./settings";

afterEach(() => setEnv({ NEXTAUTH_SECRET: undefined, ASSAY_URL: undefined }));

test.each([
  undefined,
  "",
  "short",
  "x".repeat(31),
  "a".repeat(64),
  "changeme-changeme-changeme-changeme",
  "secret-secret-secret-secret-secret!!",
  "Your-Secret-Goes-Here-0123456789abcdef",
])("a missing or weak secret opens nothing: %s", (secret) => {
  setEnv({ NEXTAUTH_SECRET: secret });
  expect(() => sessionSecret()).toThrowError(/secret is missing or weak/);
});

test("a strong one is used as it is", () => {
  const strong = "pWq3mB9dXr6TzY1vKc8LhN4sGf0JuE5a2oIR7";
  setEnv({ NEXTAUTH_SECRET: strong });
  expect(sessionSecret()).toBe(strong);
});

test("over https the cookie is bound to its host; plain http on one's own machine works", () => {
  setEnv({ ASSAY_URL: "https://assay.example.org" });
  expect([isHttps(), cookieName()]).toEqual([true, "__Host-assay.session"]);
  setEnv({ ASSAY_URL: "http://127.0.0.1:3000" });
  expect([isHttps(), cookieName()]).toEqual([false, "assay.session"]);
});
