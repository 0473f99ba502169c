/** Differences between documents, in the words that reviewers read. */
import { expect, it } from "vitest";
import { diffDocuments, formatChange } from "@/lib/configuration/change/diff";
import { type ExampleFile, exampleFile } from "./example";

function differences(change: (file: ExampleFile) => void): string[] {
  const file = exampleFile();
  change(file);
  return diffDocuments(exampleFile(), file).map(formatChange);
}

/** Something of the example that is surely there. */
function at<Item>(items: Item[] | undefined, index: number): Item {
  const item = items?.[index];
  if (item === undefined) throw new Error(`the example has no item ${index}`);
  return item;
}

it.each<[name: string, change: (file: ExampleFile) => void, lines: string[]]>([
  [
    "the organization",
    ({ organization }) => void Object.assign(organization, { name: "Acme AG" }),
    ['~ organization acme: name: "Acme Ltd" → "Acme AG"'],
  ],
  [
    "one item of a list",
    (file) => {
      at(file.roles, 0).grants.pop();
      Object.assign(at(at(file.entities, 1).fields, 1), { options: ["lead", "won", "gone"] });
    },
    [
      '~ entity deals, field stage: options: -"lost" +"gone"',
      '~ role sales: grants: -{"entity":"accounts","verbs":["list"]}',
    ],
  ],
  [
    "an order",
    (file) => {
      file.entities.reverse();
      Object.assign(at(at(file.entities, 0).fields, 1), { options: ["won", "lead", "lost"] });
    },
    [
      '~ entity deals, field stage: options: ["lead","won","lost"] → ["won","lead","lost"]',
      '~ entity: order: ["accounts","deals"] → ["deals","accounts"]',
    ],
  ],
  [
    "a long value, but never half of a character, which the audit log could not store",
    (file) => {
      at(file.entities, 0).description = `${"x".repeat(77)}😀 and more`;
    },
    [`~ entity accounts: description: not set → "${"x".repeat(77)}…`],
  ],
])("a difference in %s is reported", (_, change, lines) => {
  expect(differences(change)).toEqual(lines);
});
