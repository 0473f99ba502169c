/** The secret of a new token: shown once, guarded until it is copied, and nowhere else at any time. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { postgres } from "@/lib/postgres/postgres";
import { startWithPages } from "../support/service";
import { expect, FLOW, test } from "./support/fixtures";
import { expectAccessibleInEveryLook } from "./support/looks";
import { createButton, makeToken, nameField, readSecret, secretDialog, TOKEN } from "./support/new-token";

const allowClipboard = (page: Page) => page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const leaving = (page: Page) => page.getByRole("dialog", { name: "Leave without the token?" });
const lines = (page: Page, form: string) => secretDialog(page).getByRole("radio", { name: form, exact: true });
const copyToken = (page: Page) => secretDialog(page).getByRole("button", { name: "Copy token" });

/** As a browser does it that has no clipboard, or that the person has told no. */
async function denyClipboard(page: Page): Promise<void> {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException("denied", "NotAllowedError"));
  });
}

/** Where the new token is marked. */
const LIST_WITH_MARK = /\/tokens\?created=\w+$/;

test.describe("the secret", () => {
  test("is masked, and revealed without anything moving", async ({ newMember, signedInAs }) => {
    const page = await signedInAs(await newMember());
    const dialog = await makeToken(page);
    const secret = dialog.locator("[data-secret]");
    await expect(secret).toHaveText(/^service_v1_[0-9A-Za-z]{4}•+Hidden\.$/);
    const places = () =>
      dialog.evaluate((element) =>
        [...element.querySelectorAll("button, [data-secret], input")].map((each) => {
          const { top, left, width, height } = each.getBoundingClientRect();
          return [top, left, width, height].map(Math.round).join();
        }),
      );
    const before = await places();
    await dialog.getByRole("button", { name: "Reveal" }).click();
    await expect(secret).toHaveText(TOKEN);
    expect(await places()).toEqual(before);
    await dialog.getByRole("button", { name: "Hide" }).click();
    await expect(secret).toHaveText(/^service_v1_[0-9A-Za-z]{4}•+Hidden\.$/);
  });

  test("is copied whole, and that is announced", async ({ newMember, signedInAs, callApi }) => {
    const page = await signedInAs(await newMember());
    await allowClipboard(page);
    const dialog = await makeToken(page);
    await expect(copyToken(page)).toBeFocused();
    await copyToken(page).press("Enter");
    await expect(dialog.getByRole("status").filter({ hasText: "Copied" })).toHaveCount(1);
    const copied = await clipboard(page);
    expect(copied).toBe(await readSecret(page));
    expect((await callApi({ path: "/me", token: copied })).status).toBe(200);
  });

  test("is not copied where the clipboard refuses: it is selected, and leaving asks until it is copied by hand", async ({
    newMember,
    signedInAs,
  }) => {
    const page = await signedInAs(await newMember());
    await denyClipboard(page);
    const dialog = await makeToken(page);
    await copyToken(page).click();
    const byHand = dialog.getByLabel("Press Ctrl+C");
    await expect(byHand).toBeFocused();
    await expect(byHand).toHaveValue(TOKEN);
    await expectAccessibleInEveryLook(page);
    await page.keyboard.press("Escape");
    await expect(leaving(page)).toBeVisible();
    await leaving(page).getByRole("button", { name: "Cancel" }).click();

    await byHand.selectText();
    await page.keyboard.press("Control+C");
    await expect(byHand).toHaveCount(0);
    await expect(copyToken(page)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(LIST_WITH_MARK);
  });

  test("comes as a line for an environment file, to copy and to download", async ({ newMember, signedInAs }) => {
    const page = await signedInAs(await newMember());
    await allowClipboard(page);
    const dialog = await makeToken(page);
    const secret = await readSecret(page);
    await lines(page, ".env").check();
    await dialog.getByRole("button", { name: "Copy .env line" }).click();
    expect(await clipboard(page)).toBe(`PUBLIC_RECORDS_TOKEN=${secret}`);
    const downloading = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Download .env" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe("public-records.env");
    expect(await readFile(await download.path(), "utf8")).toBe(`PUBLIC_RECORDS_TOKEN=${secret}\n`);
  });

  for (const [form, program] of [
    ["JavaScript", ["node", "--input-type=module", "--eval"]],
    ["Python", null],
  ] as const) {
    test(`is offered in ${form} by a variable, which does not count as copied`, async ({ newMember, signedInAs }) => {
      const page = await signedInAs(await newMember());
      await allowClipboard(page);
      const dialog = await makeToken(page);
      const secret = await readSecret(page);
      await lines(page, form).check();
      await expect(dialog.getByText("so that it is in no source code")).toBeVisible();
      await dialog.getByRole("button", { name: `Copy ${form} for Accounts` }).click();
      const code = await clipboard(page);
      expect(code).toContain(`${process.env.APP_URL}/api/v1/entities/accounts/records?limit=1`);
      expect(code).toContain("PUBLIC_RECORDS_TOKEN");
      expect(code).not.toContain(secret.slice(-49));
      if (program !== null) {
        const [command, ...options] = program;
        const env = { ...process.env, PUBLIC_RECORDS_TOKEN: secret };
        const running = promisify(execFile)(
          command,
          [...options, `${code}\nconsole.log(String(Array.isArray(data.items)));`],
          {
            env,
          },
        );
        expect((await running).stdout.trim()).toBe("true");
      }
      await expectAccessibleInEveryLook(page);
      await page.keyboard.press("Escape");
      await expect(leaving(page)).toBeVisible();
    });
  }

  test("keeps the way out visible in a low window", async ({ newMember, signedInAs }) => {
    const page = await signedInAs(await newMember());
    const dialog = await makeToken(page);
    await page.setViewportSize({ width: 360, height: 480 });
    await expect(dialog.getByRole("checkbox", { name: "I saved it" })).toBeInViewport({ ratio: 1 });
    await expect(dialog.getByRole("button", { name: "Done, show my tokens" })).toBeInViewport({ ratio: 1 });
    await dialog.getByRole("region", { name: "Get one record of Accounts" }).focus();
    const [block, footer] = [
      await dialog.getByRole("region", { name: "Get one record of Accounts" }).boundingBox(),
      await dialog.getByRole("checkbox", { name: "I saved it" }).boundingBox(),
    ];
    expect(block?.y).toBeLessThan(footer?.y ?? 0);
  });

  test("can be tried at once, and the answer is shown", async ({ newMember, signedInAs }) => {
    const page = await signedInAs(await newMember({ name: "Tess Tester" }));
    const dialog = await makeToken(page, "Tried");
    await dialog.getByRole("button", { name: "Test it" }).click();
    await expect(dialog.getByRole("status").filter({ hasText: "200: it works" })).toHaveCount(1);
    const answer = dialog.getByRole("region", { name: "The response" });
    await expect(answer).toContainText('"name": "Tess Tester"');
    await expect(answer).toContainText('"name": "Tried"');
    await expectAccessibleInEveryLook(page);
  });

  test.describe("tried without success", () => {
    test.use({ tolerated: [/401|ERR_FAILED/] });

    test("shows what the service returned, or that nothing came", async ({ newMember, signedInAs }) => {
      const person = await newMember();
      const page = await signedInAs(person);
      const dialog = await makeToken(page);
      await postgres().pool.query("update tokens set revoked = now() where member_id = $1", [person.memberId]);
      await dialog.getByRole("button", { name: "Test it" }).click();
      await expect(dialog.getByRole("status").filter({ hasText: "401: refused" })).toHaveCount(1);
      await expect(dialog.getByRole("region", { name: "The response" })).toContainText("TOKEN_REVOKED");
      await page.route("**/api/v1/me", (route) => route.abort());
      await dialog.getByRole("button", { name: "Test it" }).click();
      await expect(dialog.getByRole("status").filter({ hasText: "No response" })).toHaveCount(1);
    });
  });
});

test.describe("the way out", () => {
  test("by Done is enabled by confirming that it is saved", async ({ newMember, signedInAs }) => {
    const page = await signedInAs(await newMember());
    const dialog = await makeToken(page, "Saved");
    const done = dialog.getByRole("button", { name: "Done, show my tokens" });
    await expect(done).toBeDisabled();
    await dialog.getByRole("checkbox", { name: "I saved it" }).check();
    await done.click();
    await expect(page).toHaveURL(LIST_WITH_MARK);
    await expect(page.getByRole("row").filter({ hasText: "Saved" }).getByText("New", { exact: true })).toBeVisible();
    await expect(page.getByRole("region", { name: "Send a first request" })).toContainText("/api/v1/me");
    await expectAccessibleInEveryLook(page);
  });

  for (const [name, leave] of [
    ["Escape", (page: Page) => page.keyboard.press("Escape")],
    ["a press beside it", (page: Page) => page.mouse.click(5, 400)],
    ["the cross", (page: Page) => secretDialog(page).getByRole("button", { name: "Close" }).click()],
    ["Back", (page: Page) => page.evaluate(() => history.back())],
  ] as const) {
    test(`by ${name} asks first while nothing was copied`, async ({ newMember, openAs }) => {
      const page = await openAs(await newMember(), "/tokens");
      await makeToken(page);
      const secret = await readSecret(page);
      await leave(page);
      await expect(leaving(page)).toBeVisible();
      await expect(leaving(page).getByRole("button", { name: "Cancel" })).toBeFocused();
      await page.keyboard.press("Escape");
      await expect(leaving(page)).toBeHidden();
      await expect(secretDialog(page).locator("[data-secret]")).toHaveText(secret);
      await leave(page);
      await leaving(page).getByRole("button", { name: "Leave without it" }).click();
      await expect(page).toHaveURL(LIST_WITH_MARK);
    });
  }

  test("by Back asks nothing once it was copied, and goes back", async ({ newMember, signedInAs }) => {
    const page = await signedInAs(await newMember());
    await allowClipboard(page);
    await page.goto("/tokens");
    await makeToken(page);
    await copyToken(page).click();
    await expect(secretDialog(page).getByRole("status").filter({ hasText: "Copied" })).toHaveCount(1);
    await page.evaluate(() => history.back());
    await expect(page).toHaveURL(/\/tokens$/);
  });

  test("by reloading or closing makes the browser ask, and not once it was saved", async ({
    newMember,
    signedInAs,
  }) => {
    const page = await signedInAs(await newMember());
    const dialog = await makeToken(page);
    const asked: string[] = [];
    page.on("dialog", async (question) => {
      asked.push(question.type());
      await question.dismiss();
    });
    await dialog.getByRole("checkbox", { name: "I saved it" }).check();
    await dialog.getByRole("checkbox", { name: "I saved it" }).uncheck();
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => asked).toEqual(["beforeunload"]);
    await dialog.getByRole("checkbox", { name: "I saved it" }).check();
    await page.reload();
    await expect(nameField(page)).toBeVisible();
    expect(asked).toEqual(["beforeunload"]);
  });

  test("asks in a way that is accessible, light and dark, large and small", async ({ newMember, signedInAs }) => {
    const page = await signedInAs(await newMember());
    await makeToken(page);
    await expectAccessibleInEveryLook(page);
    await page.keyboard.press("Escape");
    await expect(leaving(page)).toBeVisible();
    await expectAccessibleInEveryLook(page);
  });
});

test.describe("nowhere else", () => {
  test(
    "is the secret: not in addresses, storage, history, later answers, nor after Back and reload",
    FLOW,
    async ({ newMember, signedInAs }) => {
      const page = await signedInAs(await newMember());
      const urls: string[] = [];
      const answers: { method: string; cacheControl: string | undefined; text: string }[] = [];
      await page.route("**/*", async (route) => {
        const answer = await route.fetch({ maxRedirects: 0 });
        // The page that requested it is gone, and this response with it.
        const body = await answer.body().catch(() => null);
        if (body === null) return;
        const text = body.toString("utf8");
        urls.push(route.request().url());
        answers.push({ method: route.request().method(), cacheControl: answer.headers()["cache-control"], text });
        await route.fulfill({ response: answer, body });
      });
      await page.goto("/tokens");
      const dialog = await makeToken(page);
      const secret = await readSecret(page);
      const part = secret.slice(-49);
      expect(await keptIn(page)).not.toContain(part);
      await dialog.getByRole("checkbox", { name: "I saved it" }).check();
      await dialog.getByRole("button", { name: "Done, show my tokens" }).click();
      await expect(page).toHaveURL(LIST_WITH_MARK);
      await expect(page.getByText("Website sync").first()).toBeVisible();

      for (const move of [() => page.goBack(), () => page.goForward(), () => page.goBack(), () => page.reload()]) {
        await move();
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expect(secretDialog(page)).toHaveCount(0);
        expect(await page.content()).not.toContain(part);
        expect(await keptIn(page)).not.toContain(part);
      }
      // What is prefetched is still on its way.
      await page.unrouteAll({ behavior: "wait" });
      expect(urls.join("\n")).not.toContain(part);
      const telling = answers.filter(({ text }) => text.includes(part));
      expect(telling.map(({ method }) => method)).toEqual(["POST"]);
      expect(telling[0]?.cacheControl).toContain("no-store");
    },
  );

  test("is it when the browser caches or restores the page", async ({ newMember, signedInAs }) => {
    const page = await signedInAs(await newMember());
    await makeToken(page);
    const secret = await readSecret(page);
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true })));
    expect(await page.content()).not.toContain(secret.slice(-49));
    await expect(secretDialog(page)).toHaveCount(0);
  });

  test("is it in the database or in what the service prints, at any log level", async ({ newMember, signedInAs }) => {
    const service = await startWithPages("node", process.env.DATABASE_URL ?? "", { LOG_LEVEL: "trace" });
    const person = await newMember();
    const page = await signedInAs(person);
    try {
      await page.goto(`${service.origin}/tokens/new`);
      await nameField(page).fill("Printed nowhere");
      await createButton(page).click();
      await expect(secretDialog(page)).toBeVisible();
      const secret = await readSecret(page);
      await secretDialog(page).getByRole("button", { name: "Test it" }).click();
      await expect(secretDialog(page).getByRole("status").filter({ hasText: "200: it works" })).toHaveCount(1);
      // Lines of the log are written together, a moment later.
      await expect.poll(() => service.output()).toContain('"endpoint":"me"');
      expect(service.output()).not.toContain(secret.slice(-49));
      const [kept] = (
        await postgres().pool.query(
          `select (select string_agg(t::text, ' ') from tokens t where member_id = $1) || ' ' ||
                  (select string_agg(a::text, ' ') from audit_events a where organization_id = $2) as text`,
          [person.memberId, person.office.id],
        )
      ).rows;
      expect(kept.text).toContain("Printed nowhere");
      expect(kept.text).not.toContain(secret.slice(-49));
    } finally {
      // Its polling would fail once the service has stopped, and the browser would report that.
      await page.close();
      await service.stop();
    }
  });
});

/** All that a page can put aside: its address, history, cookies, storages, caches. */
function keptIn(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const caches = typeof window.caches === "undefined" ? [] : await window.caches.keys();
    const stores = [{ ...localStorage }, { ...sessionStorage }, databases, caches, window.history.state];
    return [window.location.href, document.cookie, window.name, JSON.stringify(stores)].join("\n");
  });
}
