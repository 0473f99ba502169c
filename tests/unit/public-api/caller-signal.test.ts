/** The requests of a connection listen to it once, however many they are. */
import { EventEmitter, getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { CallerLeft } from "@/lib/errors";
import { callerSignal } from "@/lib/public-api/caller-signal";

describe("the requests of a connection", () => {
  it("share a signal, which ends all of them, without a warning of too many listeners", async () => {
    const connection = new EventEmitter();
    const signal = () => callerSignal(connection, (leave) => connection.on("close", leave));
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on("warning", note);
    let ended = 0;
    for (let count = 0; count < 30; count += 1)
      signal().addEventListener("abort", () => {
        ended += 1;
      });
    expect(connection.listenerCount("close")).toBe(1);
    expect(getEventListeners(signal(), "abort")).toHaveLength(30);
    connection.emit("close");
    expect(ended).toBe(30);
    expect(signal().reason).toBeInstanceOf(CallerLeft);
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", note);
    expect(warnings).toEqual([]);
  });

  it("have a signal that is aborted already if it has closed", () => {
    expect(callerSignal(new EventEmitter(), (leave) => leave()).aborted).toBe(true);
  });
});
