/** How many streams there can be in a process: in all, of an organization, of a member, of a token. */
import { once } from "node:events";
import { Readable } from "node:stream";
import { afterEach, expect, it } from "vitest";
import { runtime } from "@/lib/process/runtime";
import { openStreams } from "@/lib/public-api/event-stream/open-streams";

afterEach(() => runtime.close());

const open = (keys: string[]) => openStreams().add(keys, () => new Readable({ read: () => {} }));

/** Each with a token of its own for every four, as it takes. */
function openMany(count: number, organization: string, member: string): void {
  for (let index = 0; index < count; index += 1) open([organization, member, `${member}/${index >> 2}`]);
}

const refusal = (message: string) => expect.objectContaining({ code: "RATE_LIMITED", retryAfterSeconds: 5, message });

it("four of a token, and the next once one has closed", async () => {
  const [first] = [1, 2, 3, 4].map(() => open(["acme", "ada", "token"]));
  expect(() => open(["acme", "ada", "token"])).toThrow(
    refusal(
      "This token already has 4 open streams, its maximum in a process. Close one, or follow with wait= instead.",
    ),
  );
  first?.destroy();
  await once(first as Readable, "close");
  open(["acme", "ada", "token"]);
  expect(openStreams().count).toBe(4);
});

it("a hundred of a member, however many tokens it has; other members have theirs", () => {
  openMany(100, "acme", "ada");
  expect(() => open(["acme", "ada", "another token"])).toThrow(
    refusal(
      "The tokens of this owner already have 100 open streams, their maximum in a process. Close one, or follow with wait= instead.",
    ),
  );
  open(["acme", "rea", "token"]);
});

it("four hundred of an organization, and five hundred in all", () => {
  for (const member of ["1", "2", "3", "4"]) openMany(100, "acme", member);
  expect(() => open(["acme", "5", "token"])).toThrow(
    refusal(
      "This organization already has 400 open streams, its maximum in a process. Close one, or follow with wait= instead.",
    ),
  );
  openMany(100, "other", "6");
  expect(() => open(["third", "7", "token"])).toThrow(
    refusal("This process already has 500 open streams, its maximum. Try again later, or follow with wait= instead."),
  );
  expect(openStreams().count).toBe(500);
});
