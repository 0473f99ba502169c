/** "Connect an agent": a read-only token with one press, and lines that work as they are copied. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "./support/fixtures";
import { expectAccessibleInEveryLook, screenshot } from "./support/looks";
import { secretDialog, tokensOf } from "./support/new-token";

test("a token that can only read is created with one press, and the line for curl lists the tools", async ({
  signedInAs,
  newMember,
}) => {
  const person = await newMember();
  const page = await signedInAs(person);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/overview");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Connect an agent" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Connect an agent" })).toBeVisible();
  for (const client of ["Your token", "Claude Code", "Claude", "Claude, header", "Cursor", "VS Code", "curl"])
    await expect(page.getByRole("heading", { level: 3, name: client, exact: true })).toBeVisible();
  await expect(page.getByText("ChatGPT needs OAuth, and cannot be connected yet.")).toBeVisible();
  await expectAccessibleInEveryLook(page);
  await screenshot(page, "connect");

  await page.getByRole("button", { name: "Create a read-only token" }).click();
  const dialog = secretDialog(page);
  await dialog.getByRole("button", { name: "Copy curl for /me" }).click();
  const token = /Bearer ([^"]+)"/.exec(await page.evaluate(() => navigator.clipboard.readText()))?.[1] ?? "";
  await dialog.getByRole("checkbox", { name: "I saved it" }).check();
  await dialog.getByRole("button", { name: "Done" }).click();
  expect(await tokensOf(person)).toMatchObject([
    { name: "Agent", scopes: ["accounts", "contacts", "deals"].map((entity) => ({ entity, verbs: ["list"] })) },
  ]);

  const copied = async (client: string) => {
    await page.getByRole("button", { name: `Copy the lines for ${client}`, exact: true }).click();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const variable = (await copied("Your token")).replace("service_v1_…", token);
  const { stdout } = await promisify(execFile)("bash", ["-c", `${variable}\n${await copied("curl")}`]);
  const { result } = JSON.parse(stdout) as { result: { tools: { name: string }[] } };
  expect(result.tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["describe", "fetch", "query", "aggregate", "changes"]),
  );
  expect(stdout).not.toContain('"name":"apply"');
});

test("a member who can read nothing chooses what the token does", async ({ signedInAs, newMember }) => {
  const page = await signedInAs(await newMember({ roles: ["intake"] }));
  await page.goto("/connect");
  await page.getByRole("link", { name: "Create a token" }).click();
  await expect(page).toHaveURL(/\/tokens\/new$/);
});

test("the files for editors are JSON, with the address of this service and no token", async ({ signedInAs, world }) => {
  const page = await signedInAs(world.ada);
  await page.goto("/connect");
  const read = async (client: string) =>
    JSON.parse(await page.getByRole("region", { name: `Lines for ${client}` }).innerText()) as Record<
      string,
      Record<string, object>
    >;
  const url = expect.stringMatching(/^https?:\/\/[^/]+\/mcp\?read_only=true$/);
  expect((await read("Cursor")).mcpServers?.records).toEqual({
    url,
    headers: { Authorization: `Bearer \${env:PUBLIC_RECORDS_TOKEN}` },
  });
  expect((await read("VS Code")).servers?.records).toEqual({
    type: "http",
    url,
    headers: { Authorization: `Bearer \${input:records-token}` },
  });
});
