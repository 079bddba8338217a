/** Licences under which a text may be given on, alone or changed, for any purpose; NC and ND are not among them. */
const OPEN = [
  /^cc0(-1\.0)?$/,
  /^cc-by(-sa)?(-[1-4]\.\d)?(-[a-z]{2,5})?$/,
  /^(pddl|odc-by|odbl)(-1\.0)?$/,
  /^public-domain$/,
  /^cdla-permissive-(1\.0|2\.0)$/,
  /^(mit|apache-2\.0|bsd-[23]-clause)$/,
];

/**
 * Whether texts under this licence may stand in a public release. What is not on the list, and what is not known, is
 * closed: a licence that nobody recognises protects the text, never the release.
 * @example isOpenLicence("CC BY 4.0") // true
 * @example isOpenLicence("CC-BY-NC-4.0") // false
 */
export function isOpenLicence(licence: string): boolean {
  const id = licenceId(licence);

  return OPEN.some((pattern) => pattern.test(id));
}

/** One spelling of a licence's name, near SPDX's: `CC BY 4.0`, `cc-by-4.0` and the Creative Commons address are one. */
export function licenceId(licence: string): string {
  const plain = licence.trim().toLowerCase();
  const address = /^https?:\/\/creativecommons\.org\/(licenses|publicdomain)\/([a-z-]+)(?:\/(\d\.\d))?\/?/.exec(plain);
  if (address) {
    const [, , name = "", version] = address;
    const base = name === "zero" ? "cc0" : name === "mark" ? "public-domain" : `cc-${name}`;

    return version && base !== "public-domain" ? `${base}-${version}` : base;
  }

  return plain
    .replace(/^creative commons\s+/, "cc-")
    .replace(/[\s_]+/g, "-")
    .replace(/^cc-0/, "cc0")
    .replace(/^cc-zero/, "cc0");
}
