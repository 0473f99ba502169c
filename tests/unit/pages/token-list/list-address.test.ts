/** The address of a list of tokens: read, written, and what is kept out of it. */
import { describe, expect, it } from "vitest";
import { OWN_TOKENS } from "@/components/tokens/list/list-address";
import { addressOf, readAddress } from "@/lib/session/page-address";

const EVERY_TOKEN = { text: "", order: "created", cursor: null };
const read = (text: string) => readAddress(OWN_TOKENS, Object.fromEntries(new URLSearchParams(text)));
const write = (text: string) => addressOf(OWN_TOKENS, read(text));

describe("the address of a list", () => {
  it.each(["status=gone", "verb=two%20words", "attention=x", "sort=secret", "entity=", "token=short", "__proto__=x"])(
    "requests everything if it says %s",
    (address) => {
      expect(read(address)).toEqual(EVERY_TOKEN);
    },
  );

  it("names a token that was pasted by its id", () => {
    const id = "0123456789ABCDEFabcdef";
    expect(read(`token=${id}`)).toEqual({ ...EVERY_TOKEN, tokenId: id });
    expect(write(`token=${id}`)).toBe(`/tokens?token=${id}`);
  });

  it.each([
    ["an id", "a".repeat(22), `q=${"a".repeat(22)}`],
    ["a hint", "service_v1_ab12…wxyz", "q=service_v1_ab12%E2%80%A6wxyz"],
    ["not the half of a secret", "Zm9vYmFyYmF6cXV4Zm9vYmFy", "q=Zm9vYmFyYmF6cXV4Zm9vYm"],
    ["nor within other text", "Bearer x_Zm9vYmFyYmF6cXV4Zm9vYmFy", "q=Bearer+x_Zm9vYmFyYmF6cXV4Zm9vYm"],
  ])("keeps %s", (_, text, kept) => {
    expect(addressOf(OWN_TOKENS, readAddress(OWN_TOKENS, { q: text }))).toBe(`/tokens?${kept}`);
  });
});
