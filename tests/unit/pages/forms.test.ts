/**
 * A form with no address of its own is one for the page's scripts. A browser would send it all the same, before they hear: its fields
 * would stand in the page's address, in the browser's history and in logs.
 */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** They are made by scripts: in a dialog that opens, or where a press opens them. */
const MADE_BY_SCRIPTS = [
  "app/(member)/admin/tokens/revoke-dialog.tsx",
  "app/(member)/reference/try/try-panel.tsx",
  "app/(member)/tokens/[id]/revoke/revoke-dialog.tsx",
  "components/session/identity-dialog.tsx",
];

it("leaves no form to the browser that only scripts can send", () => {
  const files = ["app", "components"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  );
  const found = files
    .filter((file) => file.endsWith(".tsx"))
    .filter((file) =>
      formsOf(readFileSync(file, "utf8")).some((form) => /onSubmit=/.test(form) && !/action=/.test(form)),
    );
  expect(found.sort()).toEqual(MADE_BY_SCRIPTS);
});

/** What stands in the tag of each form. An arrow function within has a `>` that does not end it. */
function formsOf(text: string): string[] {
  return [...text.matchAll(/<form\b((?:=>|[^>])*)>/g)].map(([, attributes = ""]) => attributes);
}
