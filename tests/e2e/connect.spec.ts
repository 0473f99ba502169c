/** "Connect an agent": a read-only token with one press, and lines that work as they are copied. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./support/fixtures";
import { expectAccessibleInEveryLook } from "./support/looks";
import { readSecret, secretDialog, tokensOf } from "./support/new-token";
import { addToken } from "./support/people";

const NAMES = ["Claude Code", "Claude", "Cursor", "VS Code", "curl"];

const choose = (place: Page | Locator, client: string) =>
  place.getByRole("radio", { name: client, exact: true }).check();

/** What a person copies who presses the button of that step. */
async function copied(page: Page, place: Page | Locator, label: string): Promise<string> {
  await place.getByRole("button", { name: `Copy the ${label}`, exact: true }).click();
  return page.evaluate(() => navigator.clipboard.readText());
}

async function toolsListedBy(shell: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)("bash", ["-c", shell]);
  const { result } = JSON.parse(stdout) as { result: { tools: { name: string }[] } };
  return result.tools.map(({ name }) => name);
}

const READING = ["describe", "fetch", "query", "aggregate", "changes"];

test("a token that can only read is created with one press, and the lines for each client contain it", async ({
  signedInAs,
  newMember,
}) => {
  const person = await newMember();
  const page = await signedInAs(person);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/overview");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Connect an agent" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Connect an agent" })).toBeVisible();

  await page.getByRole("button", { name: "Create a read-only token" }).click();
  const dialog = secretDialog(page);
  await expect(dialog.getByRole("group", { name: "Client" }).getByRole("radio")).toHaveCount(NAMES.length);
  await expectAccessibleInEveryLook(page);
  const secret = await readSecret(page);
  await dialog.getByRole("button", { name: "Hide" }).click();
  for (const [client, step] of [
    ["Claude Code", "command"],
    ["Claude", "header"],
    ["Cursor", "file"],
    ["VS Code", "token"],
    ["curl", "command"],
  ] as const) {
    await choose(dialog, client);
    await expect(dialog.getByRole("region", { name: `The ${step} for ${client}` })).toContainText("••••••••");
    await expect(dialog).not.toContainText(secret.slice(-49));
    expect(await copied(page, dialog, `${step} for ${client}`)).toContain(secret);
  }
  const listed = await toolsListedBy(await copied(page, dialog, "command for curl"));
  expect(listed).toEqual(expect.arrayContaining(READING));
  expect(listed).not.toContain("apply");
  await expect(dialog.getByRole("status").filter({ hasText: "Your first request has arrived." })).toBeVisible();
  await dialog.getByRole("button", { name: "Reveal" }).click();
  await expect(dialog.getByRole("region", { name: "The command for curl" })).toContainText(secret);

  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  expect(await page.content()).not.toContain(secret.slice(-49));
  expect(await tokensOf(person)).toMatchObject([
    { name: "Agent", scopes: ["accounts", "contacts", "deals"].map((entity) => ({ entity, verbs: ["list"] })) },
  ]);
});

test("copying lines without the token does not count as saving it, and the keyboard reaches the last client", async ({
  signedInAs,
  newMember,
}) => {
  const page = await signedInAs(await newMember());
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/connect");
  await page.getByRole("button", { name: "Create a read-only token" }).click();
  const dialog = secretDialog(page);
  await choose(dialog, "VS Code");
  expect(await copied(page, dialog, "file for VS Code")).toContain(`\${input:records-token}`);
  await page.keyboard.press("Escape");
  const leaving = page.getByRole("dialog", { name: "Leave without the token?" });
  await leaving.getByRole("button", { name: "Cancel" }).click();
  await dialog.getByRole("radio", { name: "VS Code" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(dialog.getByRole("radio", { name: "curl" })).toBeChecked();
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("button", { name: "Copy the command for curl" })).toBeFocused();
});

test("without a clipboard, as on plain http, the lines are selected with the token in them", async ({
  signedInAs,
  newMember,
}) => {
  const page = await signedInAs(await newMember());
  await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await page.goto("/connect");
  await page.getByRole("button", { name: "Create a read-only token" }).click();
  const dialog = secretDialog(page);
  const secret = await readSecret(page);
  await dialog.getByRole("button", { name: "Hide" }).click();
  await choose(dialog, "Claude");
  await dialog.getByRole("button", { name: "Copy the header for Claude" }).click();
  const byHand = dialog.getByLabel("Press Ctrl+C");
  await expect(byHand).toBeFocused();
  await expect(byHand).toHaveValue(`Bearer ${secret}`);
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(`Bearer ${secret}`);
  await expectAccessibleInEveryLook(page);
  await page.keyboard.press("Control+C");
  await expect(dialog.getByRole("status").filter({ hasText: "Copied" })).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});

test("a member who already has a token copies it into the lines of the page", async ({ signedInAs, newMember }) => {
  const person = await newMember();
  const token = await addToken(person);
  const page = await signedInAs(person);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/connect");
  await expect(page.getByText("ChatGPT needs OAuth, and cannot be connected yet.")).toBeVisible();
  for (const client of NAMES) {
    await choose(page, client);
    await expectAccessibleInEveryLook(page);
  }
  await choose(page, "Claude Code");
  await choose(page, "curl");
  const variable = (await copied(page, page, "token for curl")).replace("service_v1_…", token.text);
  expect(await toolsListedBy(`${variable}\n${await copied(page, page, "command for curl")}`)).toEqual(
    expect.arrayContaining(READING),
  );
});

test("a member who can read nothing chooses what the token does", async ({ newMember, openAs }) => {
  const page = await openAs(await newMember({ roles: ["intake"] }), "/connect");
  await page.getByRole("link", { name: "Create a token" }).click();
  await expect(page).toHaveURL(/\/tokens\/new$/);
});
