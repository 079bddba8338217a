import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Held, OutboxEntry } from "./outbox-state";

/** Text that was begun and not yet sent: a comment, a note, a skip reason. */
export type Draft = { key: string; userId: string; text: string };
/** What a reload without network needs: the items held, and the place. Its shape is session-state.ts's business. */
export type SavedSession<T = unknown> = { key: string; userId: string; session: T };

type Schema = DBSchema & {
  entries: { key: number; value: OutboxEntry; indexes: { opId: string } };
  drafts: { key: string; value: Draft };
  sessions: { key: string; value: SavedSession };
};

/** What the label page keeps in this browser. */
export type LabelStore = {
  /** False where answers live in this tab alone, since the browser does not store or its space is full. */
  readonly durable: boolean;
  entries(): Promise<OutboxEntry[]>;
  /** Adds entries and the session in one transaction; resolved when the browser has taken them. */
  commit(entries: OutboxEntry[], session?: SavedSession): Promise<void>;
  remove(opIds: string[]): Promise<void>;
  hold(opId: string, held: Held | undefined): Promise<void>;
  /** Takes entries out and puts others in their place, at the end of the queue, in one transaction. */
  replace(opIds: string[], by: OutboxEntry[]): Promise<void>;
  session(key: string): Promise<unknown>;
  draft(key: string): Promise<string | undefined>;
  saveDraft(key: string, userId: string, text: string): Promise<void>;
  /** Items and drafts of other accounts are forgotten; their unsent answers stay. */
  forgetOthers(userId: string): Promise<void>;
};

export async function openLabelStore(): Promise<LabelStore> {
  try {
    const db = await openDB<Schema>("assay-label", 1, {
      upgrade(fresh) {
        fresh.createObjectStore("entries", { keyPath: "order", autoIncrement: true }).createIndex("opId", "opId", {
          unique: true,
        });
        fresh.createObjectStore("drafts", { keyPath: "key" });
        fresh.createObjectStore("sessions", { keyPath: "key" });
      },
      blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
    });

    return withSpill(storeOn(db), memoryStore());
  } catch {
    return memoryStore();
  }
}

function storeOn(db: IDBPDatabase<Schema>): LabelStore {
  return {
    durable: true,
    entries: () => db.getAll("entries"),
    async commit(entries, session) {
      const tx = db.transaction(["entries", "sessions"], "readwrite");
      for (const entry of entries) void tx.objectStore("entries").add(entry);
      if (session) void tx.objectStore("sessions").put(session);
      await tx.done;
    },
    remove: (opIds) => change(db, opIds, () => undefined),
    hold: (opId, held) => change(db, [opId], (entry) => withHeld(entry, held)),
    replace: (opIds, by) => change(db, opIds, () => undefined, by),
    session: async (key) => (await db.get("sessions", key))?.session,
    draft: async (key) => (await db.get("drafts", key))?.text,
    async saveDraft(key, userId, text) {
      if (text === "") await db.delete("drafts", key);
      else await db.put("drafts", { key, userId, text });
    },
    async forgetOthers(userId) {
      const tx = db.transaction(["drafts", "sessions"], "readwrite");
      for (const store of [tx.objectStore("drafts"), tx.objectStore("sessions")] as const) {
        for (const row of await store.getAll()) if (row.userId !== userId) void store.delete(row.key);
      }
      await tx.done;
    },
  };
}

/** Where a write fails (space is full), the answers go to memory and are sent from there after the stored ones. */
function withSpill(disk: LabelStore, memory: LabelStore): LabelStore {
  let spilled = false;

  return {
    ...disk,
    get durable() {
      return !spilled;
    },
    entries: async () => {
      const kept = await disk.entries();
      const last = kept.at(-1)?.order ?? 0;
      const more = spilled ? await memory.entries() : [];

      return [...kept, ...more.map((entry) => ({ ...entry, order: last + (entry.order ?? 0) }))];
    },
    async commit(entries, session) {
      try {
        if (spilled) throw new Error("already in memory");
        await disk.commit(entries, session);
      } catch {
        spilled = spilled || entries.length > 0;
        await memory.commit(entries);
      }
    },
    async remove(opIds) {
      await disk.remove(opIds);
      await memory.remove(opIds);
      spilled = spilled && (await memory.entries()).length > 0;
    },
    async hold(opId, held) {
      await disk.hold(opId, held);
      await memory.hold(opId, held);
    },
    async replace(opIds, by) {
      await memory.remove(opIds);
      if (!spilled) return disk.replace(opIds, by);
      await disk.remove(opIds);
      await memory.commit(by);
    },
    saveDraft: (key, userId, text) => disk.saveDraft(key, userId, text).catch(() => undefined),
  };
}

async function change(
  db: IDBPDatabase<Schema>,
  opIds: string[],
  to: (entry: OutboxEntry) => OutboxEntry | undefined,
  added: OutboxEntry[] = [],
): Promise<void> {
  const tx = db.transaction("entries", "readwrite");
  for (const opId of opIds) {
    const entry = await tx.store.index("opId").get(opId);
    if (entry?.order === undefined) continue;
    const next = to(entry);
    await (next ? tx.store.put(next) : tx.store.delete(entry.order));
  }
  for (const entry of added) await tx.store.add(entry);
  await tx.done;
}

function withHeld({ held: _, ...entry }: OutboxEntry, held: Held | undefined): OutboxEntry {
  return held ? { ...entry, held } : entry;
}

/** Where the browser stores nothing (some private windows): this tab's memory, and the page says so. */
export function memoryStore(): LabelStore {
  let entries: OutboxEntry[] = [];
  const drafts = new Map<string, string>();
  let order = 0;
  const add = (more: OutboxEntry[]) => {
    for (const entry of more) {
      order += 1;
      entries.push({ ...entry, order });
    }
  };

  return {
    durable: false,
    entries: async () => [...entries],
    commit: async (more) => add(more),
    remove: async (opIds) => {
      entries = entries.filter((entry) => !opIds.includes(entry.opId));
    },
    hold: async (opId, held) => {
      entries = entries.map((entry) => (entry.opId === opId ? withHeld(entry, held) : entry));
    },
    replace: async (opIds, by) => {
      entries = entries.filter((entry) => !opIds.includes(entry.opId));
      add(by);
    },
    session: async () => undefined,
    draft: async (key) => drafts.get(key),
    saveDraft: async (key, _userId, text) => {
      if (text === "") drafts.delete(key);
      else drafts.set(key, text);
    },
    forgetOthers: async () => undefined,
  };
}
