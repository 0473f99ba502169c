/** Searching by words: what is found, and what comes first. */
import { describe, expect, it } from "vitest";
import { rankEntries, type SearchEntry } from "@/lib/ranked-search";

const entry = (title: string, more: Partial<SearchEntry> = {}): SearchEntry => ({
  title,
  detail: "",
  href: title,
  ...more,
});
const titles = (entries: SearchEntry[], text: string) =>
  rankEntries(entries, text).map(({ entry: { title } }) => title);

it("the best comes first: the very title, its beginning, a word of it, another word for it, its middle, its text", () => {
  const entries = [
    entry("Text", { text: "about the limit of it" }),
    entry("Unlimited"),
    entry("Quota", { words: "rate limit" }),
    entry("Rate limit"),
    entry("Limit of pages"),
    entry("Limit"),
  ];
  expect(titles(entries, "LIMIT")).toEqual(["Limit", "Limit of pages", "Rate limit", "Quota", "Unlimited", "Text"]);
});

describe("what is found", () => {
  it("has every word, somewhere", () => {
    const entries = [entry("Safe retries", { words: "idempotency-key" }), entry("Retries")];
    expect(titles(entries, "retries key")).toEqual(["Safe retries"]);
    expect(titles(entries, "retries nothing")).toEqual([]);
  });

  it("is looked for by eight words at most, however long the text is", () => {
    expect(titles([entry("a")], `${"a ".repeat(8)} missing`)).toEqual(["a"]);
  });
});
