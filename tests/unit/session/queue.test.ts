/** How much is done at once, how much waits, and that nobody overtakes. */
import { expect, it } from "vitest";
import { openQueue, QueueFull } from "@/lib/session/queue";

/** Work that ends when it is told to. */
function openWork() {
  const begun: number[] = [];
  const ends = new Map<number, () => void>();
  const work = (name: number) => () =>
    new Promise<number>((resolve) => {
      begun.push(name);
      ends.set(name, () => resolve(name));
    });
  return { begun, work, end: (name: number) => ends.get(name)?.() };
}

it("does so much at once, lets so much wait in turn, and refuses the rest", async () => {
  const queue = openQueue(2, 2);
  const { begun, work, end } = openWork();
  const given = [1, 2, 3, 4].map((name) => queue(work(name)));
  await expect(queue(work(5))).rejects.toThrow(QueueFull);
  expect(begun).toEqual([1, 2]);
  end(2);
  await given[1];
  await expect.poll(() => begun).toEqual([1, 2, 3]);
  // A place is handed on: who comes in between waits behind those who wait.
  const late = queue(work(6));
  expect(begun).toEqual([1, 2, 3]);
  end(1);
  await expect.poll(() => begun).toEqual([1, 2, 3, 4]);
  end(3);
  await expect.poll(() => begun).toEqual([1, 2, 3, 4, 6]);
  end(4);
  end(6);
  expect(await Promise.all([...given, late])).toEqual([1, 2, 3, 4, 6]);
});

it("goes on after work that failed", async () => {
  const queue = openQueue(1, 0);
  await expect(queue(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await queue(async () => "whole")).toBe("whole");
});
