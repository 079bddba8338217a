/** A path on this site to go to after sign-in; anything else becomes the list of studies. */
export function safeNext(raw: string | string[] | undefined): string {
  const path = typeof raw === "string" && raw.length <= 500 ? raw : "";
  // One slash and no back-slash or control character: browsers read `//x` and `/\x` as another host.
  if (!/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(path)) return "/studies";
  const url = new URL(path, "http://here.invalid");

  // `/.//x` is `//x` once its dots are resolved.
  const stays = url.host === "here.invalid" && !url.pathname.startsWith("//");

  return stays ? `${url.pathname}${url.search}` : "/studies";
}
