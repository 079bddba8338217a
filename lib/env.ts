import { z } from "zod";
import { ServiceError } from "@/lib/errors";

const port = z.coerce.number().int().min(0).max(65_535);

const schema = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("development"),
  /** Any PostgreSQL >= 15 instead of the embedded one. */
  DATABASE_URL: z.string().min(1).optional(),
  /** The data folder; .assay/ in the project where unset. */
  ASSAY_DATA: z.string().min(1).optional(),
  /** The project's folder; set by bin/assay.mjs, since the bundle lies elsewhere. */
  ASSAY_ROOT: z.string().min(1).optional(),
  ASSAY_HOST: z.string().min(1).default("127.0.0.1"),
  PORT: port.default(3000),
  /** The public address, where a proxy stands in front. */
  ASSAY_URL: z.url().optional(),
  /** How many proxies of one's own stand in front: only their part of X-Forwarded-For is believed. */
  ASSAY_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  ASSAY_DEMO: z.enum(["0", "1"]).default("1"),
  NEXTAUTH_URL: z.url().optional(),
  NEXTAUTH_SECRET: z.string().optional(),
  /** The mail server, as smtp://user:password@host:587 or smtps://…:465; without it links are downloaded as CSV. */
  ASSAY_SMTP_URL: z
    .string()
    .refine((text) => URL.canParse(text) && /^smtps?:\/\/[^/]/.test(text), "must be smtp://… or smtps://…")
    .optional(),
  /** Messages a minute, of all processes together. */
  ASSAY_SMTP_RATE: z.coerce.number().min(1).max(6000).default(60),
  /** Connections that one process may hold. */
  ASSAY_POOL: z.coerce.number().int().min(1).max(200).default(12),
});

export type Env = z.infer<typeof schema>;

/** Empty variables count as unset: `PORT= npm start` is a common way to unset one. */
function present(values: Record<string, string | undefined>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [key, value] of Object.entries(values)) {
    if (value !== undefined && value !== "") kept[key] = value;
  }
  return kept;
}

let cached: { key: string; env: Env } | undefined;

/** The environment, checked. Read anew when a variable has changed (tests and `assay start` set some). */
export function env(): Env {
  const mine = present(Object.fromEntries(Object.keys(schema.shape).map((key) => [key, process.env[key]])));
  const key = JSON.stringify(mine);
  if (cached?.key === key) return cached.env;
  const parsed = schema.safeParse(mine);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new ServiceError("bad_input", `A variable of the environment is not usable. ${faults.join("; ")}`);
  }
  cached = { key, env: parsed.data };
  return parsed.data;
}

/** Sets variables for this process and its children, before what reads them is loaded. */
export function setEnv(values: Partial<Record<keyof Env, string>>): void {
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined) delete process.env[key];
    else process.env[key] = value;
  }
}

/** The whole environment, to hand to a child process with additions. */
export function childEnv(additions: Record<string, string | undefined> = {}): NodeJS.ProcessEnv {
  return { ...process.env, ...additions };
}

export function projectRoot(): string {
  return env().ASSAY_ROOT ?? process.cwd();
}
