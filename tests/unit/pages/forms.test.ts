/** Before their scripts have come, browsers send the forms of a page by themselves. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const FILES = ["app", "components"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".tsx"))
    .map((name) => path.join(folder, name)),
);

/** Up to its `>`, which is not that of an arrow. */
const FORM = /<form\b(?:=>|[^>])*>/g;
/** `{...form}` brings an action along (`use-form.ts`); of the method "dialog" nothing is sent. */
const SENT_ON_PURPOSE = /\baction[=:]|\{\.\.\.form\}|method="dialog"/;

it("a form that only scripts can send is a ScriptForm, and goes into no address", () => {
  const forms = FILES.flatMap((file) => (readFileSync(file, "utf8").match(FORM) ?? []).map((tag) => ({ file, tag })));
  expect(forms.length).toBeGreaterThan(10);
  const sentByBrowsers = forms.filter(({ tag }) => tag.includes("onSubmit") && !SENT_ON_PURPOSE.test(tag));
  expect(sentByBrowsers.map(({ file }) => file)).toEqual([]);
});
