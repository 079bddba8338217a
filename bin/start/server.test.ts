import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { listen } from "./server";

test("until it is open, requests are told to wait", async () => {
  const server = await listen("127.0.0.1", 0);
  const waiting = await fetch(`http://127.0.0.1:${server.port}/`);
  expect([waiting.status, waiting.headers.get("retry-after")]).toEqual([503, "2"]);
  server.open((_, response) => response.end("open"));
  expect(await (await fetch(`http://127.0.0.1:${server.port}/`)).text()).toBe("open");
  await server.close(1_000);
});

test("a port in use is said with what to do", async () => {
  const server = await listen("127.0.0.1", 0);
  await expect(listen("127.0.0.1", server.port)).rejects.toThrow(`PORT=${server.port + 1} npm start`);
  await server.close(0);
});

test("closing: requests that run are answered, new ones are refused, idle connections do not hold it up", async () => {
  const server = await listen("127.0.0.1", 0);
  const url = `http://127.0.0.1:${server.port}/`;
  server.open(async (_, response) => {
    await sleep(300);
    response.end("done");
  });
  const agent = new http.Agent({ keepAlive: true });
  const idle = new Promise((resolve) => http.get(url, { agent }, (response) => response.resume().on("end", resolve)));
  await idle;
  const running = fetch(url).then((response) => response.text());
  await sleep(50);
  const closed = server.close(10_000);
  await expect(fetch(url)).rejects.toThrow();
  expect(await running).toBe("done");
  await closed;
  agent.destroy();
}, 5_000);

test("closing: a request that does not end is cut off after the patience", async () => {
  const server = await listen("127.0.0.1", 0);
  server.open(() => undefined);
  const stuck = fetch(`http://127.0.0.1:${server.port}/`).catch((error: Error) => error);
  await sleep(50);
  await server.close(200);
  expect(await stuck).toBeInstanceOf(Error);
}, 5_000);
