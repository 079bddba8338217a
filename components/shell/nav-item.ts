export type NavItem = {
  href: string;
  label: string;
  /** A number or a version beside the label: 510, v3. */
  count?: string | number;
  /** Leave out to have it found from the address: the longest href that leads there. */
  current?: boolean;
};

export function currentHref(items: NavItem[], pathname: string): string | undefined {
  const stated = items.find((item) => item.current);
  if (stated) return stated.href;
  const leading = items.filter((item) => pathname === item.href || pathname.startsWith(`${item.href}/`));
  return leading.sort((a, b) => b.href.length - a.href.length)[0]?.href;
}
