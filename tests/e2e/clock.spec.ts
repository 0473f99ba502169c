/** Browsers whose clock, or whose time zone, is another than the server's. */
import type { Page } from "@playwright/test";
import { postgres } from "@/lib/postgres/postgres";
import { expect, FLOW, test } from "./support/fixtures";
import { expectNoAxeViolations } from "./support/looks";
import { createToken, expirySelect, nameField, openNewToken, review, tokensOf } from "./support/new-token";
import { addToken, daysFromNow, openOffice, reconfigure } from "./support/people";

const DAY_MS = 86_400_000;

/** A clock that goes right, but tells another time. */
async function setClockOff(page: Page, byMs: number): Promise<void> {
  await page.addInitScript((offset) => {
    const Real = Date;
    const now = () => Real.now() + offset;
    globalThis.Date = new Proxy(Real, {
      construct: (target, given) => (given.length === 0 ? new target(now()) : Reflect.construct(target, given)),
      get: (target, key) => (key === "now" ? now : Reflect.get(target, key)),
    });
  }, byMs);
}

for (const [how, offset] of [
  ["five seconds behind", -5000],
  ["two minutes behind", -120_000],
  ["forty days ahead", 40 * DAY_MS],
] as const) {
  test(`a browser clock that is ${how} does not prevent the longest lifetime`, async ({ newMember, signedInAs }) => {
    const office = await openOffice("Clockhouse");
    await reconfigure(office, (file) => {
      file.organization.tokenPolicy = { maxLifetimeDays: 30, allowNeverExpiring: false };
    });
    const person = await newMember({ office });
    const page = await signedInAs(person);
    await setClockOff(page, offset);
    await openNewToken(page);
    expect(Math.abs((await page.evaluate(() => Date.now())) - Date.now() - offset)).toBeLessThan(2000);
    await nameField(page).fill("Website sync");
    await expect(expirySelect(page)).toHaveValue("30d");
    await createToken(page);
    const lived = ((await tokensOf(person))[0]?.expires?.getTime() ?? 0) - Date.now();
    expect(Math.abs(lived - 30 * DAY_MS)).toBeLessThan(60_000);
  });
}

test("a token that expires while the list is open is said to have expired", async ({ newMember, signedInAs }) => {
  const person = await newMember();
  const { id } = await addToken(person, {
    name: "Website sync",
    created: daysFromNow(-20),
    expires: new Date(Date.now() + 10 * 60_000),
  });
  const page = await signedInAs(person);
  await page.clock.install();
  await page.goto("/tokens");
  const status = page.getByRole("row").filter({ hasText: "Website sync" }).getByRole("cell").nth(4);
  await expect(status).toHaveText("Expires soon");
  await page.getByRole("searchbox").fill("website");
  // Ten minutes pass in the browser, and it has ended on the server.
  await postgres().pool.query("update tokens set expires = now() where id = $1", [id]);
  await page.clock.fastForward(10 * 60_000 + 2000);
  await expect(status).toHaveText("Expired");
});

/** "2027-11-23" as "23 Nov 2027". */
const formatDay = (day: string) =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });

// At any hour it is another day than in UTC at one of the ends.
for (const timezoneId of ["Pacific/Pago_Pago", "America/Los_Angeles", "Pacific/Auckland", "Pacific/Kiritimati"]) {
  test.describe(`in ${timezoneId}`, () => {
    test.use({ timezoneId });

    test("days are those of the reader's own calendar, in what is offered and in what is reviewed", async ({
      startToken,
    }) => {
      const { page } = await startToken();
      await expirySelect(page).selectOption("custom");
      const field = page.getByLabel("Last day");
      const latest = (await field.getAttribute("max")) ?? "";
      await expect(expirySelect(page).getByRole("option", { selected: true })).toHaveText(
        `Custom (${formatDay(latest)} at most)`,
      );
      await field.fill(latest);
      await expect(review(page)).toContainText(`Expires${formatDay(latest)}`);
      const earlier = new Date(Date.parse(latest) - 20 * DAY_MS).toISOString().slice(0, 10);
      await field.fill(earlier);
      await expect(page.getByText(/^Expires \d/)).toContainText("23:59:59 your time");
      await expect(review(page)).toContainText(`Expires${formatDay(earlier)}`);
    });
  });
}

test(
  "times are in UTC until a member chooses the browser's own zone, which the server then uses",
  FLOW,
  async ({ newMember, signedInAs }) => {
    const owner = await newMember();
    const token = await addToken(owner, { created: new Date("2026-01-15T23:31:26Z"), lastUsed: new Date() });
    const page = await signedInAs(owner);
    const created = page.getByText(/^1[56] Jan 2026$/);
    await page.goto(`/tokens/${token.id}`);
    await expect(created).toHaveText("15 Jan 2026");
    await page.getByRole("button", { name: /^Account/ }).click();
    const times = page.getByRole("group", { name: "Times" });
    await expect(times.getByRole("button", { pressed: true })).toHaveText("UTC");
    await expectNoAxeViolations(page);
    await times.getByRole("button", { name: "Local (Europe/Amsterdam)" }).click();
    await expect(created).toHaveText("16 Jan 2026");
    await page.goto("/requests");
    await expect(page.getByText(/times in CES?T\./)).toBeVisible();
    // The page is read as the server sends it, before any script has run.
    expect(await (await page.request.get(`/tokens/${token.id}`)).text()).toMatch(/>16 Jan 2026</);
    await page.getByRole("button", { name: /^Account/ }).click();
    await times.getByRole("button", { name: "UTC" }).click();
    await page.goto(`/tokens/${token.id}`);
    await expect(created).toHaveText("15 Jan 2026");
  },
);
