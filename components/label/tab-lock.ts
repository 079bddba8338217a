/**
 * Runs `work` while no other tab runs work under this name. On plain http there are no Web Locks; then each tab runs
 * by itself, which the server's unique opId makes harmless.
 */
export async function withLock(name: string, work: () => Promise<void>): Promise<void> {
  if (typeof navigator === "undefined" || !("locks" in navigator)) return work();
  await navigator.locks.request(name, work);
}
