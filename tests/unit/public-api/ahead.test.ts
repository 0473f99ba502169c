/** A read that begins before its caller is verified is told only to whom it was made for. */
import { expect, it, vi } from "vitest";
import type { Caller } from "@/lib/authentication/authenticate";
import { openAhead } from "@/lib/public-api/ahead";
import type { Answer } from "@/lib/public-api/reply";

const expected = { access: {} } as Caller;
const answer = (sent?: () => void): Answer => ({ status: 200, data: "[]", ...(sent && { sent }) });

it("is told to the caller it was begun for", async () => {
  const read = vi.fn(async () => answer());
  const ahead = openAhead(read);
  ahead.begin(expected);
  expect(read).toHaveBeenCalledExactlyOnceWith(expected);
  expect(await ahead.take({ ...expected })).toEqual({ status: 200, data: "[]" });
});

it("is told once: who asks again is to read again", () => {
  const ahead = openAhead(async () => answer());
  ahead.begin(expected);
  ahead.take(expected);
  expect(ahead.take(expected)).toBeNull();
});

it("is told to nobody with other rights, and gives back what it held", async () => {
  const sent = vi.fn();
  const ahead = openAhead(async () => answer(sent));
  ahead.begin(expected);
  expect(ahead.take({ access: {} } as Caller)).toBeNull();
  ahead.leave();
  await vi.waitFor(() => expect(sent).toHaveBeenCalledOnce());
});

it("is not there where nothing was begun", () => {
  const ahead = openAhead(async () => answer());
  expect(ahead.take(expected)).toBeNull();
  ahead.leave();
});

it("fails for whom takes it, and for nobody else", async () => {
  const failing = () => openAhead(() => Promise.reject(new Error("no answer")));
  const taken = failing();
  taken.begin(expected);
  await expect(taken.take(expected)).rejects.toThrow("no answer");
  const left = failing();
  left.begin(expected);
  left.leave();
});

it("leaves what was taken to whom took it", async () => {
  const sent = vi.fn();
  const ahead = openAhead(async () => answer(sent));
  ahead.begin(expected);
  await ahead.take(expected);
  ahead.leave();
  await new Promise(setImmediate);
  expect(sent).not.toHaveBeenCalled();
});
