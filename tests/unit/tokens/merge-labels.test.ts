/** Two people, one name and one purpose. */
import { describe, expect, it } from "vitest";
import { mergeLabels } from "@/lib/tokens/change/edit";

describe("a text that was shown, typed over or not, and stored", () => {
  it.each([
    ["a", "a", "a", "a"],
    ["a", "b", "a", "b"],
    ["a", "a", "c", "c"],
    ["a", "b", "b", "b"],
    ["a", "b", "c", null],
    ["a", "", "a", ""],
    ["", "b", "c", null],
  ])("%j, %j, %j becomes %j, as a name and as a purpose", (shown, typed, stored, merged) => {
    const name = (text: string) => ({ name: text, purpose: "same" });
    const purpose = (text: string) => ({ name: "same", purpose: text });
    expect(mergeLabels(name(shown), name(typed), name(stored))).toEqual(merged === null ? null : name(merged));
    expect(mergeLabels(purpose(shown), purpose(typed), purpose(stored))).toEqual(
      merged === null ? null : purpose(merged),
    );
  });
});
