import http from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { env } from "@/lib/env";
import { ServiceError } from "@/lib/errors";
import { clientAddress } from "./client-address";

type Handler = (request: http.IncomingMessage, response: http.ServerResponse) => unknown;

export type StudioServer = {
  http: http.Server;
  port: number;
  /** From now on requests go there; until then they are told to wait. */
  open(handler: Handler): void;
  /** Takes no new connections; gives the requests that run `patience` milliseconds, then cuts them off. */
  close(patience: number): Promise<void>;
};

const HOUR = 3_600_000;

export async function listen(host: string, port: number): Promise<StudioServer> {
  let handler: Handler = (_, response) => {
    response.writeHead(503, { "Content-Type": "text/plain; charset=utf-8", "Retry-After": "2", Refresh: "2" });
    response.end("Assay is starting. This page loads again by itself.\n");
  };
  let closing = false;
  const server = http.createServer((request, response) => {
    if (closing) response.setHeader("Connection", "close");
    const forwarded = request.headers["x-forwarded-for"];
    request.headers["x-assay-client"] = clientAddress(request.socket.remoteAddress, forwarded, env().ASSAY_PROXIES);
    handler(request, response);
  });
  server.requestTimeout = HOUR; // A large file over a slow line.
  server.keepAliveTimeout = 70_000; // Longer than the 60 s for which proxies keep theirs.
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(explain(error, host, port)));
    server.listen(port, host, resolve);
  });
  return {
    http: server,
    port: (server.address() as AddressInfo).port,
    open(next) {
      handler = next;
    },
    async close(patience) {
      closing = true;
      const closed = new Promise((resolve) => server.close(resolve));
      for (let waited = 0; waited < patience; waited += 50) {
        server.closeIdleConnections();
        if ((await Promise.race([closed.then(() => "closed"), sleep(50)])) === "closed") return;
      }
      server.closeAllConnections();
      await closed;
    },
  };
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === "EADDRINUSE") {
    return new ServiceError(
      "unavailable",
      `Port ${port} on ${host} is in use. Choose another: PORT=${port + 1} npm start`,
    );
  }
  if (error.code === "EACCES")
    return new ServiceError("unavailable", `Port ${port} may not be opened by this account.`);
  if (error.code === "EADDRNOTAVAIL")
    return new ServiceError("unavailable", `ASSAY_HOST ${host} is no address of this machine.`);
  return error;
}
