import type http from "node:http";
import path from "node:path";
import { commandContext } from "@/bin/command";
import { provideDatabase } from "@/lib/db/provide";
import { readOrMakeSecrets } from "@/lib/db/secrets";
import { secretsFolder } from "@/lib/db/supervisor/places";
import { env, projectRoot, setEnv } from "@/lib/env";
import type { Workers } from "@/lib/jobs/workers";
import { buildIfStale } from "./build";
import { seedDemoIfEmpty } from "./demo";
import { listen } from "./server";

export type Studio = {
  url: string;
  /** The link that makes the first administrator; null where there is one. */
  adminLink: string | null;
  stop(): Promise<void>;
};

const PATIENCE = 10_000;

/** Everything that `npm start` does, in order; `say` tells the person who waits. */
export async function runStudio(dev: boolean, say: (text: string) => void): Promise<Studio> {
  const given = env();
  setEnv({
    NODE_ENV: dev ? "development" : "production",
    ASSAY_DATA: given.ASSAY_DATA && path.resolve(given.ASSAY_DATA),
    ASSAY_ROOT: path.resolve(projectRoot()),
  });
  process.chdir(projectRoot());
  const server = await listen(given.ASSAY_HOST, given.PORT);
  const url = publicUrl(server.port);
  let release = async () => {};
  try {
    const secret = given.NEXTAUTH_SECRET ?? readOrMakeSecrets(secretsFolder()).session;
    const loading = import("next"); // Half a second of reading files, while the database starts.
    loading.catch(() => undefined);
    const database = await provideDatabase({ watch: true });
    release = database.release;
    if (database.migrated.length > 0) say(`Database set up: ${database.migrated.length} migrations applied.`);
    setEnv({ ASSAY_URL: url, NEXTAUTH_URL: url, NEXTAUTH_SECRET: secret, PORT: String(server.port) });
    if (!dev) await buildIfStale(say);
    const next = await prepareNext((await loading).default, dev, server.http, server.port);
    const ctx = commandContext();
    const { createFirstAdminLink } = await import("@/lib/accounts/create-first-admin-link");
    if (await seedDemoIfEmpty(ctx)) say("A demo study was made, with invented papers and labels.");
    const link = await createFirstAdminLink(ctx);
    server.open(next.handler);
    const workers = loadWorkers(database.url);
    return {
      url,
      adminLink: link?.url ?? null,
      async stop() {
        await Promise.all([server.close(PATIENCE), workers.then((running) => running.stop(PATIENCE))]);
        await next.close();
        await release();
      },
    };
  } catch (error) {
    await server.close(0);
    await release();
    throw error;
  }
}

/** Loaded once the studio is open: nobody waits for them. */
async function loadWorkers(databaseUrl: string): Promise<Workers> {
  const [{ startWorkers }, { handlers }] = await Promise.all([
    import("@/lib/jobs/workers"),
    import("@/lib/jobs/handlers"),
  ]);
  return startWorkers({ databaseUrl, handlers });
}

function publicUrl(port: number): string {
  const { ASSAY_URL, ASSAY_HOST } = env();
  if (ASSAY_URL) return ASSAY_URL.replace(/\/+$/, "");
  const host = ["0.0.0.0", "::"].includes(ASSAY_HOST) ? "127.0.0.1" : ASSAY_HOST;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

async function prepareNext(
  createNext: typeof import("next").default,
  dev: boolean,
  httpServer: http.Server,
  port: number,
) {
  const app = createNext({ dev, dir: projectRoot(), hostname: env().ASSAY_HOST, port, httpServer, quiet: !dev });
  await app.prepare();
  return { handler: app.getRequestHandler(), close: () => app.close() };
}
