/** What is left out of a page or of a record to fit, and that this takes neither many requests nor much work. */
import { describe, expect, it } from "vitest";
import { fittedFields, pageThatFits } from "@/lib/mcp/cut";

const head = { id: "parts/1", metadata: { entity: "parts" } };

describe("a page that fits", () => {
  /** The items are short, and what comes with them is long. */
  const pageOf = (limit: number, frame: number) => {
    const data = { items: Array.from({ length: limit }, () => "12345678"), nextCursor: "c".repeat(frame) };
    return { data, length: JSON.stringify(data).length, isReplayed: false };
  };

  it("is found in eight requests at most, whatever the estimate was", async () => {
    for (const most of [5_200, 5_300, 5_500, 6_000]) {
      const limits: number[] = [];
      const page = await pageThatFits(100, most, async (limit) => {
        limits.push(limit);
        return pageOf(limit, 5_000);
      });
      expect(limits.length, String(limits)).toBeLessThanOrEqual(8);
      expect(JSON.stringify(page).length).toBeLessThanOrEqual(most);
      expect(page.cut).toMatchObject({ shown: limits.at(-1), of: 100 });
    }
  });

  it("is refused in as many where one item alone does not fit", async () => {
    const limits: number[] = [];
    const pending = pageThatFits(100, 4_000, async (limit) => {
      limits.push(limit);
      return pageOf(limit, 5_000);
    });
    await expect(pending).rejects.toMatchObject({ code: "INVALID_LIMIT" });
    expect(limits).toEqual([100, 99, 49, 24, 12, 6, 3, 1]);
  });
});

describe("the fields that fit", () => {
  it("are all of them, or all but the longest ones, which are named", () => {
    const data = { a: "short", b: 'quote " and \\ '.repeat(20), c: "c".repeat(100) };
    expect(fittedFields(head, data, 1_000)).toEqual({ ...head, text: JSON.stringify(data) });
    expect(fittedFields(head, data, 300)).toEqual({
      id: "parts/1",
      text: `{"a":"short","c":"${"c".repeat(100)}"}`,
      metadata: { entity: "parts", cut: { fields: ["b"], by: "max_characters" } },
    });
    expect(fittedFields(head, data, 10)).toMatchObject({ text: "{}", metadata: { cut: { fields: ["b", "c", "a"] } } });
  });

  it("are never too long, and use the room up to one field and its comma", () => {
    const data = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`f${index}`, '"é\n'.repeat(index)]));
    for (let most = 1_000; most < 6_000; most += 37) {
      const result = fittedFields(head, data, most);
      const { cut } = result.metadata as { cut?: { fields: string[] } };
      expect(JSON.stringify(result).length).toBeLessThanOrEqual(most);
      const next = cut?.fields.at(-1);
      if (next === undefined) continue;
      expect(JSON.stringify(result).length + JSON.stringify(JSON.stringify(data[next])).length + 15).toBeGreaterThan(
        most,
      );
    }
  });
});
