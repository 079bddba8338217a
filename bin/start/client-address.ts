/**
 * Whose request it is, for counting attempts: the socket's address, or, behind `proxies` proxies of one's own, the
 * address that the outermost of them saw. What a client writes into X-Forwarded-For itself stands further left and is
 * never read.
 */
export function clientAddress(
  remote: string | undefined,
  forwarded: string | string[] | undefined,
  proxies: number,
): string {
  const chain = [forwarded ?? []]
    .flat()
    .join(",")
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  const seen = proxies > 0 ? chain.at(-proxies) : undefined;

  return (seen ?? remote ?? "unknown").slice(0, 64);
}
