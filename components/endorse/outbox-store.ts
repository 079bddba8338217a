import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Entry } from "./outbox-state";

type Schema = DBSchema & { entries: { key: number; value: Entry; indexes: { owner: string } } };

/** What waits in this browser. Every link has its own; another's is never sent from here. */
export type OutboxStore = {
  /** False where changes live in this tab alone, since the browser does not store or its space is full. */
  readonly durable: boolean;
  entries(): Promise<Entry[]>;
  add(entry: Entry): Promise<void>;
  /** Reads all, writes what `to` makes of them, in one transaction. */
  change(to: (entries: Entry[]) => Entry[]): Promise<void>;
};

export async function openOutboxStore(owner: string): Promise<OutboxStore> {
  try {
    const db = await openDB<Schema>("assay-endorse", 1, {
      upgrade(fresh) {
        fresh
          .createObjectStore("entries", { keyPath: "order", autoIncrement: true })
          .createIndex("owner", "owner", { unique: false });
      },
      blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
    });

    return withSpill(storeOn(db, owner), memoryStore());
  } catch {
    return memoryStore();
  }
}

function storeOn(db: IDBPDatabase<Schema>, owner: string): OutboxStore {
  return {
    durable: true,
    entries: () => db.getAllFromIndex("entries", "owner", owner),
    async add(entry) {
      await db.add("entries", entry);
    },
    async change(to) {
      const tx = db.transaction("entries", "readwrite");
      const before = await tx.store.index("owner").getAll(owner);
      const after = to(before);
      const stays = new Set(after.map((entry) => entry.order));
      for (const { order } of before) if (order !== undefined && !stays.has(order)) void tx.store.delete(order);
      for (const entry of after) void tx.store.put(entry);
      await tx.done;
    },
  };
}

/** Where a write fails the change goes to memory and is sent from there after the stored ones. */
function withSpill(disk: OutboxStore, memory: OutboxStore): OutboxStore {
  let spilled = false;

  return {
    get durable() {
      return !spilled;
    },
    async entries() {
      const kept = await disk.entries();

      return spilled ? [...kept, ...(await memory.entries())] : kept;
    },
    async add(entry) {
      try {
        if (spilled) throw new Error("already in memory");
        await disk.add(entry);
      } catch {
        spilled = true;
        await memory.add(entry);
      }
    },
    async change(to) {
      if (!spilled) return disk.change(to);
      const inMemory = new Set((await memory.entries()).map((entry) => entry.opId));
      const after = to([...(await disk.entries()), ...(await memory.entries())]);
      await disk.change(() => after.filter((entry) => entry.order !== undefined && !inMemory.has(entry.opId)));
      await memory.change(() => after.filter((entry) => entry.order === undefined || inMemory.has(entry.opId)));
      spilled = (await memory.entries()).length > 0;
    },
  };
}

/** Orders in memory stand after all that a browser's database gives. */
export function memoryStore(): OutboxStore {
  let entries: Entry[] = [];
  let order = 1e12;
  const ordered = (entry: Entry): Entry => {
    if (entry.order !== undefined) return entry;
    order += 1;

    return { ...entry, order };
  };

  return {
    durable: false,
    entries: async () => [...entries],
    add: async (entry) => {
      entries = [...entries, ordered(entry)];
    },
    change: async (to) => {
      entries = to(entries).map(ordered);
    },
  };
}
