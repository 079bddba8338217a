import { expect, test } from "vitest";
import { canonicalEmail } from "./canonical-email";

// RELIABILITY 1.4: CVE-2026-73420, CVE-2022-35924, GHSA-5jpx-9hw9-2fx4, CVE-2026-92598 and their kin.
const HOSTILE = {
  "full-width @": "a\uff20b.c",
  "full-width letter": "\uff21@b.c",
  "full-width @ beside a real one": "a\uff20b.c@d.e",
  "quoted local part": '"e@attacker"@victim.org',
  "quoted without @": '"e"@victim.org',
  "a list": "a@b.c,d@e.f",
  "a list with ;": "a@b.c;d@e.f",
  "a header after CR LF": "a@b.c\r\nBcc: x",
  "LF at the end": "a@b.c\n",
  "CR at the start": "\ra@b.c",
  tab: "\ta@b.c",
  NUL: "a\u0000@b.c",
  "zero-width space": "a\u200b@b.c",
  "zero-width joiner in the domain": "a@b\u200d.c",
  "byte order mark": "\ufeffa@b.c",
  "soft hyphen": "a\u00ad@b.c",
  "right-to-left override": "a@\u202eb.c",
  "no-break space around": "\u00a0a@b.c\u00a0",
  IDN: "a@b\u00fccher.de",
  "ideographic full stop": "a@b\u3002c",
  "Kelvin sign": "\u212aim@b.c",
  "dotted capital I": "\u0130@b.c",
  "long s": "a@te\u017ft.org",
  "a display name": "A <a@b.c>",
  HTML: "<svg/onload=alert(1)>@b.c",
  "two @": "a@b@c.d",
  "no local part": "@b.c",
  "no domain": "a@",
  "space inside": "a b@c.d",
  "domain with a hyphen at its end": "a@b-.c",
  "empty label": "a@b..c",
  "address literal": "a@[127.0.0.1]",
  "too long": `${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(63)}.${"e".repeat(63)}`,
  empty: "",
};

test.each(Object.entries(HOSTILE))("%s is refused, not repaired", (_, raw) => {
  expect(() => canonicalEmail(raw)).toThrowError(expect.objectContaining({ code: "bad_input" }));
});

test("one mailbox has one form; spaces from pasting go", () => {
  expect(canonicalEmail("A@B.C")).toBe("a@b.c");
  expect(canonicalEmail("a@b.c")).toBe("a@b.c");
  expect(canonicalEmail("  Ada.Lovelace+assay@Example.ORG ")).toBe("ada.lovelace+assay@example.org");
  expect(canonicalEmail("a@xn--bcher-kva.de")).toBe("a@xn--bcher-kva.de");
});

test("the refusal does not repeat the address", () => {
  expect(() => canonicalEmail("<script>@b.c")).toThrowError(/^This is not an e-mail address that can be used here\.$/);
});
