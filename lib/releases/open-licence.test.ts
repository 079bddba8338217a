import { expect, test } from "vitest";
import { isOpenLicence } from "./open-licence";

// The Open Definition's list (opendefinition.org/licenses): CC0, BY and BY-SA are conformant; NC and ND are not.
test.each([
  ["CC0 1.0", true],
  ["CC0-1.0", true],
  ["CC-BY-4.0", true],
  ["CC BY 4.0", true],
  ["cc-by-sa-3.0", true],
  ["https://creativecommons.org/licenses/by/4.0/", true],
  ["https://creativecommons.org/publicdomain/zero/1.0/", true],
  ["ODC-By-1.0", true],
  ["public domain", true],
  ["CC-BY-NC-4.0", false],
  ["CC BY-ND 4.0", false],
  ["https://creativecommons.org/licenses/by-nc-sa/4.0/", false],
  ["arXiv non-exclusive", false],
  ["unknown", false],
  ["", false],
  ["all rights reserved", false],
  ["not CC-BY-4.0", false],
])("%s: %s", (licence, open) => {
  expect(isOpenLicence(licence)).toBe(open);
});
