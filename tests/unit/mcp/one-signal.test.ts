/** The requests of one message listen to its connection once, however many they are. */
import { EventEmitter, getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { withOneSignal } from "@/lib/mcp/one-signal";
import type { ApiRequest } from "@/lib/public-api/request";

describe("the requests of a message", () => {
  it("share a signal, which ends all of them, without a warning of too many listeners", async () => {
    const connection = new EventEmitter();
    const signal = () => {
      const controller = new AbortController();
      connection.on("close", () => controller.abort());
      return controller.signal;
    };
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on("warning", note);
    const request = withOneSignal({ signal } as ApiRequest);
    expect(connection.listenerCount("close")).toBe(0);
    let ended = 0;
    for (let count = 0; count < 30; count += 1)
      request.signal().addEventListener("abort", () => {
        ended += 1;
      });
    expect(connection.listenerCount("close")).toBe(1);
    expect(getEventListeners(request.signal(), "abort")).toHaveLength(30);
    connection.emit("close");
    expect(ended).toBe(30);
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", note);
    expect(warnings).toEqual([]);
  });
});
