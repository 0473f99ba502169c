/** Names and purposes: what people write passes in every script; what cannot be read, or gives something away, does not. */
import { describe, expect, it } from "vitest";
import { mergeLabels } from "@/lib/tokens/change/edit";
import { refusalOfText } from "@/lib/tokens/policy";

it.each([
  ["a name", "Website sync"],
  ["Arabic", "\u0645\u0632\u0627\u0645\u0646\u0629"],
  ["Hebrew beside Latin, with a right-to-left mark", "CRM \u05e1\u05e0\u05db\u05e8\u05d5\u05df\u200f (2)"],
  ["Persian, which joins by ZWNJ", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"],
  ["a family joined by ZWJ", "\u{1F469}\u200d\u{1F467}"],
  ["a flag made of tags", "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}"],
  ["Braille", "\u2813\u2800\u280a"],
  ["a heart of an emoji's look", "\u2764\ufe0f deals"],
  ["a key cap", "1\ufe0f\u20e3"],
  ["Hindi, which joins by ZWJ", "\u0915\u094d\u200d\u0937"],
])("what people write is accepted: %s", (_, text) => {
  expect(refusalOfText(text, 100)).toBeNull();
});

it.each([
  ["zero-width spaces", "\u200b\u200b"],
  ["the empty pattern of Braille", "\u2800"],
  ["no-break spaces", "\u00a0\u2003"],
  ["a Hangul filler", "\u3164"],
  ["joiners", "\u200d\u200c"],
  ["a mark without its letter", "\u0301"],
])("what shows nothing is refused: %s", (_, text) => {
  expect(refusalOfText(text, 100)).toBe("needs at least one character that can be seen");
});

describe("what disturbs the text around it", () => {
  it.each(["\u202a", "\u202b", "\u202c", "\u202d", "\u202e", "\u2066", "\u2067", "\u2068", "\u2069"])(
    "is refused: %j, which turns text around",
    (character) => {
      expect(refusalOfText(`Harmless ${character}`, 100)).toBe(
        "must not contain invisible characters that turn the direction of text: type it instead of pasting it",
      );
    },
  );

  it.each(["\n", "\u0000", "\u0085", "\u2028", "\u2029", "\ud800"])(
    "is refused: %j, which breaks lines",
    (character) => {
      expect(refusalOfText(`a${character}b`, 100)).toBe("must not contain control characters");
    },
  );
});

it.each([
  ["a zero-width space", "Web\u200bsite"],
  ["a zero-width joiner between Latin letters", "Web\u200dsite"],
  ["a non-joiner behind a space", "Web \u200csite"],
  ["a joiner between Cyrillic letters", "\u0434\u0430\u200d\u0442\u0430"],
  ["a byte order mark", "\ufeffWebsite"],
  ["a Hangul filler", "Website\u3164"],
  ["a variation selector behind a letter", "Website\ufe0f"],
  ["a mark of direction beside Latin letters alone", "Website\u200f"],
  ["tags without a flag", "Website\u{E0067}\u{E007F}"],
])("what is not seen between what is is refused: %s", (_, text) => {
  expect(refusalOfText(text, 100)).toBe("must not contain invisible characters: type it instead of pasting it");
});

it("counts characters, not their halves", () => {
  expect(refusalOfText("\u{1F680}".repeat(101), 100)).toBe("must have at most 100 characters");
});

// Two people, one name and one purpose.
it.each([
  ["a", "a", "a", "a"],
  ["a", "b", "a", "b"],
  ["a", "a", "c", "c"],
  ["a", "b", "b", "b"],
  ["a", "b", "c", null],
  ["a", "", "a", ""],
  ["", "b", "c", null],
])(
  "a text that was shown, typed over or not, and stored %j, %j, %j becomes %j, as a name and as a purpose",
  (shown, typed, stored, merged) => {
    const name = (text: string) => ({ name: text, purpose: "same" });
    const purpose = (text: string) => ({ name: "same", purpose: text });
    expect(mergeLabels(name(shown), name(typed), name(stored))).toEqual(merged === null ? null : name(merged));
    expect(mergeLabels(purpose(shown), purpose(typed), purpose(stored))).toEqual(
      merged === null ? null : purpose(merged),
    );
  },
);
