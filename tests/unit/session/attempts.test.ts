/** How often somebody may try to sign in, counted in this process. */
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Attempt, beginAttempt, beginCodeAttempt } from "@/lib/session/gate/page-limits";

/** On a full ten minutes, where both windows begin. */
const START = Date.UTC(2030, 0, 1, 12, 0, 0);

let account: string;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: START });
  account = `${randomUUID()}@acme.test`;
});
afterEach(() => {
  vi.useRealTimers();
});

let next = 0;
const newAddress = () => `198.51.${Math.floor(next / 256)}.${next++ % 256}`;

async function fail(times: number, address: () => string, name: () => string | null): Promise<Attempt[]> {
  const attempts = [];
  for (let time = 0; time < times; time += 1) attempts.push(await beginAttempt(address(), name()));
  return attempts;
}

it("allows ten failures of an address in a minute, whatever accounts they name", async () => {
  const address = newAddress();
  const attempts = await fail(11, () => address, randomUUID);
  expect(attempts.map(({ kind }) => kind)).toEqual([...Array.from({ length: 10 }, () => "allowed"), "wait"]);
  expect(attempts[10]).toEqual({ kind: "wait", seconds: 60 });
});

it("allows ten failures of an account in ten minutes, from whatever addresses, in whatever spelling", async () => {
  const spelling = () => (next % 2 === 0 ? account.toUpperCase() : account);
  const attempts = await fail(11, newAddress, spelling);
  expect(attempts.map(({ kind }) => kind)).toEqual([...Array.from({ length: 10 }, () => "allowed"), "wait"]);
  expect(attempts[10]).toEqual({ kind: "wait", seconds: 600 });
});

it("counts all addresses of one IPv6 network as one", async () => {
  const attempts = await fail(11, () => `2001:db8:0:7::${(next++).toString(16)}`, randomUUID);
  expect(attempts[10]?.kind).toBe("wait");
});

it("does not count what succeeds", async () => {
  const address = newAddress();
  for (let time = 0; time < 30; time += 1) {
    const attempt = await beginAttempt(address, account);
    expect(attempt.kind).toBe("allowed");
    if (attempt.kind === "allowed") await attempt.uncount();
  }
  expect((await beginAttempt(address, account)).kind).toBe("allowed");
});

it("does not count against an address what its account is refused", async () => {
  await fail(10, newAddress, () => account);
  const address = newAddress();
  const attempts = await fail(
    20,
    () => address,
    () => account,
  );
  expect(attempts.every(({ kind }) => kind === "wait")).toBe(true);
  expect((await beginAttempt(address, randomUUID())).kind).toBe("allowed");
});

it("allows no more concurrent attempts than may fail", async () => {
  const attempts = await Promise.all(Array.from({ length: 40 }, () => beginAttempt(newAddress(), account)));
  expect(attempts.filter(({ kind }) => kind === "allowed")).toHaveLength(10);
});

it("wrong codes of six digits are thirty a day, and other attempts of the person go on", async () => {
  const attempts = [];
  for (let time = 0; time < 31; time += 1) {
    vi.setSystemTime(START + time * 600_000);
    attempts.push(await beginCodeAttempt(newAddress(), account));
  }
  expect(attempts.map(({ kind }) => kind)).toEqual([...Array.from({ length: 30 }, () => "allowed"), "wait"]);
  expect(attempts[30]?.kind === "wait" && attempts[30].seconds).toBeGreaterThan(5_400);
  expect((await beginAttempt(newAddress(), `second factor ${account}`)).kind).toBe("allowed");
});
