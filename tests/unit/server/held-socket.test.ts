/** Which socket is systemd's for this process; tests/resilience/faults/held-socket.test.ts takes requests off one. */
import { afterEach, expect, it, vi } from "vitest";
import { heldSocket } from "../../../server/processes/held-socket";

afterEach(() => {
  vi.unstubAllEnvs();
});

function handed(pid: number, count: string): void {
  vi.stubEnv("LISTEN_PID", String(pid));
  vi.stubEnv("LISTEN_FDS", count);
}

it("is the first after the standard streams, and not one that was handed to another process", () => {
  expect(heldSocket()).toBeNull();
  handed(process.ppid, "1");
  expect(heldSocket()).toBeNull();
  handed(process.pid, "1");
  expect(heldSocket()).toBe(3);
});

it("is refused where there are several: nobody would take requests off the others", () => {
  handed(process.pid, "2");
  expect(heldSocket).toThrow("systemd holds 2 sockets for the service, which takes one.");
});
