import { env, setEnv } from "@/lib/env";
import { disconnect } from "./client";
import { checkExternal } from "./external";
import { migrate } from "./migrate";
import { joinEmbedded } from "./supervisor/supervisor";

export type Provided = {
  url: string;
  kind: "embedded" | "external";
  /** The names of the migrations applied now. */
  migrated: string[];
  release(): Promise<void>;
};

/**
 * A database at this version's schema, with DATABASE_URL set for all that follows in this process: the one that
 * DATABASE_URL names, else the embedded one, found or started. `watch` restarts an embedded server that dies.
 */
export async function provideDatabase(options: { watch?: boolean; migrate?: boolean } = {}): Promise<Provided> {
  const given = env().DATABASE_URL;
  if (given) {
    await checkExternal(given);
    const migrated = options.migrate === false ? [] : await migrate(given);
    return { url: given, kind: "external", migrated, release: disconnect };
  }
  const server = await joinEmbedded({ watch: options.watch });
  const release = async () => {
    await disconnect();
    setEnv({ DATABASE_URL: undefined });
    await server.release();
  };
  try {
    const migrated = options.migrate === false ? [] : await migrate(server.url);
    setEnv({ DATABASE_URL: server.url });
    return { url: server.url, kind: "embedded", migrated, release };
  } catch (error) {
    await release();
    throw error;
  }
}
