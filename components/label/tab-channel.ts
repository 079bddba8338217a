import type { Change } from "./session-state";

export type TabMessage =
  | { kind: "queue" }
  | { kind: "answered"; study: string; slotId: string; change: Change; opId: string };

export type TabChannel = { post(message: TabMessage): void; close(): void };

/** Word between the tabs of one account. */
export function openTabChannel(userId: string, heard: (message: TabMessage) => void): TabChannel {
  if (typeof BroadcastChannel === "undefined") return { post: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(`assay-label-${userId}`);
  channel.onmessage = (event: MessageEvent<TabMessage>) => heard(event.data);

  return { post: (message) => channel.postMessage(message), close: () => channel.close() };
}
