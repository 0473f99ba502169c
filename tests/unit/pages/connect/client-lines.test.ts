import { expect, it } from "vitest";
import { clientLines } from "@/app/(member)/connect/client-lines";

it.each([
  ["https://records.example.com", false],
  ["http://records.example.com", true],
  ["http://localhost:3000", true],
  ["https://localhost:3000", true],
  ["https://10.0.0.1", true],
])("says that Claude cannot reach the service, of which %s is the address: %s", (origin, isSaid) => {
  const warned = clientLines(origin).filter(({ warning }) => warning !== undefined);
  expect(warned.map(({ client }) => client)).toEqual(isSaid ? ["Claude"] : []);
});

it("gives Claude the URL and the header one by one", () => {
  const linesOf = (name: string) => clientLines("https://a.example").find(({ client }) => client === name)?.lines;
  expect(linesOf("Claude")).toBe("https://a.example/mcp?read_only=true");
  expect(linesOf("Claude, header")).toBe("Bearer service_v1_…");
});
