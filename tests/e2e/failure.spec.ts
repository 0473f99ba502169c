/** Pages that cannot be made, or take their time: what stands there meanwhile, and the way on. */
import type { Page } from "@playwright/test";
import { postgres } from "@/lib/postgres/postgres";
import { expect, test } from "./support/fixtures";
import { expectAccessibleInEveryLook } from "./support/looks";
import { addToken, type IssuedToken } from "./support/people";

const failure = (page: Page) =>
  page.getByRole("alert").filter({ has: page.getByRole("heading", { name: "This page could not be shown" }) });
const tryAgain = (page: Page) => failure(page).getByRole("button", { name: "Try again" });

/** No row like this can be made: it stands for whatever cannot be read some day. */
const damage = ({ id }: IssuedToken) =>
  postgres().pool.query("update tokens set scopes = '[null]' where id = $1", [id]);
const mend = ({ id }: IssuedToken) => postgres().pool.query("update tokens set scopes = null where id = $1", [id]);

test.describe("a page that fails", () => {
  test.use({ tolerated: [/status of 500|React error #441/] });

  for (const [path, whose] of [
    ["/tokens", "one's own list"],
    ["/admin/tokens", "the list of all tokens"],
  ] as const) {
    test(`${whose} says so without giving the cause, and loads on the next try`, async ({ newMember, openAs }) => {
      const owner = await newMember({ admin: true });
      const token = await addToken(owner, { name: "Website sync" });
      await damage(token);
      const page = await openAs(owner, `${path}?owner=${encodeURIComponent(owner.email)}`);
      await expect(failure(page)).toContainText(
        "Try again; if it stays like this, tell your operator. If you were changing something, look first",
      );
      await expect(failure(page)).toContainText(/Reference: \d+/);
      expect(await page.content()).not.toContain("TypeError");
      await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
      await expectAccessibleInEveryLook(page);

      await mend(token);
      await tryAgain(page).click();
      await expect(page.getByRole("link", { name: "Website sync" })).toBeVisible();
      await expect(failure(page)).toHaveCount(0);
    });
  }
});

test.describe("the frame of all pages, if it fails", () => {
  test.use({ tolerated: [/broken on purpose/] });

  test("still shows a page, and loads on the next try", async ({ page }) => {
    await page.addInitScript(() => {
      const listen = window.addEventListener.bind(window);
      window.addEventListener = (
        type: string,
        listener: EventListenerOrEventListenerObject,
        options?: boolean | AddEventListenerOptions,
      ) => {
        // The layer of tooltips is part of the frame, and the only one there to listen like this.
        const isOfTips = typeof options === "object" && options.signal !== undefined;
        if (isOfTips && !("mended" in window)) throw new Error("broken on purpose");
        listen(type, listener, options);
      };
    });
    await page.goto("/");
    await expect(failure(page)).toBeVisible();
    await expect(page).toHaveTitle("This page could not be shown · Public Records API");
    await expectAccessibleInEveryLook(page);
    await page.context().addCookies([{ name: "theme", value: "dark", url: page.url() }]);
    await page.reload();
    await expect(failure(page)).toBeVisible();
    await expect(page.locator("body")).toHaveCSS("background-color", "rgb(17, 18, 20)");

    await page.evaluate(() => Object.assign(window, { mended: true }));
    await tryAgain(page).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Your organization’s records");
    await expect(failure(page)).toHaveCount(0);
  });
});
