import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { migrate } from "@/lib/db/migrate";
import { placesAt } from "@/lib/db/supervisor/places";
import { joinEmbedded, stopEmbedded } from "@/lib/db/supervisor/supervisor";
import { setEnv } from "@/lib/env";

/** An empty database at this version's schema, in a server of its own in a temporary folder; gone after `end`. */
export async function ownDatabase(): Promise<{ pgData: string; end: () => Promise<void> }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "assay-bench-"));
  const places = placesAt(folder);
  const server = await joinEmbedded({ places });
  setEnv({ DATABASE_URL: server.url });
  await migrate(server.url);

  return {
    pgData: places.pg,
    async end() {
      await server.release();
      await stopEmbedded({ places, force: true });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
