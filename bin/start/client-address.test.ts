import { describe, expect, it } from "vitest";
import { clientAddress } from "./client-address";

describe("whose request it is", () => {
  it("is the socket's address, whatever the client claims", () => {
    expect(clientAddress("10.0.0.9", "1.2.3.4", 0)).toBe("10.0.0.9");
  });

  it("is what our own proxy saw, not what the client put before it", () => {
    expect(clientAddress("127.0.0.1", "6.6.6.6, 203.0.113.7", 1)).toBe("203.0.113.7");
    expect(clientAddress("127.0.0.1", ["6.6.6.6", "203.0.113.7, 10.0.0.1"], 2)).toBe("203.0.113.7");
  });

  it("falls back to the socket where the proxy sent nothing", () => {
    expect(clientAddress("127.0.0.1", undefined, 1)).toBe("127.0.0.1");
    expect(clientAddress(undefined, undefined, 0)).toBe("unknown");
  });
});
