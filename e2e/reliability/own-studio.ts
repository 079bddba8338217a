import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { freePort, type Studio, startStudio } from "@/e2e/fixtures/studio";
import { disconnect } from "@/lib/db/client";
import { testFolder } from "@/lib/db/scratch-database";
import { placesAt, socketFolder } from "@/lib/db/supervisor/places";
import { type Embedded, joinEmbedded, stopEmbedded } from "@/lib/db/supervisor/supervisor";
import { env, setEnv } from "@/lib/env";

/** A studio with an embedded database of its own, which may be killed and started again on the same data and port. */
export class OwnStudio {
  studio!: Studio;
  private server!: Embedded;
  private port!: string;
  readonly data = testFolder("assay-own-");

  /** Starts, and answers how many milliseconds went by until a page was served. */
  async start(): Promise<number> {
    mkdirSync(this.data, { recursive: true });
    this.port ??= String(await freePort());
    const begin = performance.now();
    this.studio = await startStudio({ PORT: this.port, ASSAY_DATA: this.data, DATABASE_URL: "" });
    const page = await fetch(`${this.studio.url}/sign-in`);
    if (page.status !== 200) throw new Error(`The first page answered ${page.status}.`);
    await page.text();

    return performance.now() - begin;
  }

  async kill(): Promise<void> {
    await this.studio.stop("SIGKILL");
  }

  killPostmaster(): void {
    const file = path.join(placesAt(this.data).pg, "postmaster.pid");
    process.kill(Number(readFileSync(file, "utf8").split("\n")[0]), "SIGKILL");
  }

  /** Runs the verbs of this process on that studio's database. */
  async inside<T>(fn: () => Promise<T>): Promise<T> {
    const before = env().DATABASE_URL;
    this.server = await joinEmbedded({ places: placesAt(this.data) });
    await disconnect();
    setEnv({ DATABASE_URL: this.server.url });
    try {
      return await fn();
    } finally {
      await disconnect();
      setEnv({ DATABASE_URL: before });
      await this.server.release();
    }
  }

  async end(): Promise<void> {
    const places = placesAt(this.data);
    if (this.studio?.process.exitCode === null) await this.studio.stop();
    await stopEmbedded({ places, force: true }).catch(() => undefined);
    rmSync(socketFolder(places), { recursive: true, force: true });
    rmSync(this.data, { recursive: true, force: true });
  }
}
