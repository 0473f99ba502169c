/** What `fetch` leaves out of a record to fit, and that a wide record is not serialised again for each field that is left out. */
import { describe, expect, it } from "vitest";
import { fittedFields } from "@/lib/mcp/cut";
import type { JsonObject } from "@/lib/model";

const head = { id: "parts/1", metadata: { entity: "parts" } };

describe("the fields that fit", () => {
  it("are all of them, or those that remain without the longest ones, which are named", () => {
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

  it("are each serialised once, however many are left out", () => {
    let count = 0;
    const value = {
      toJSON: () => {
        count += 1;
        return "x".repeat(5_000);
      },
    };
    const data = Object.fromEntries(Array.from({ length: 190 }, (_, index) => [`f${index}`, value]));
    const result = fittedFields(head, data as unknown as JsonObject, 20_000);
    expect((result.metadata as { cut: { fields: string[] } }).cut.fields).toHaveLength(187);
    expect(count).toBe(190);
  });
});
