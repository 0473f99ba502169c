/** Browsers whose clock, or whose time zone, is another than the server's. */
import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures";
import { choice, createToken, nameField, openNewToken, tokensOf } from "./support/new-token";
import { openOffice, reconfigure } from "./support/people";

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
  test(`a browser's clock that is ${how} keeps nobody from the longest lifetime`, async ({ newMember, signedInAs }) => {
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
    await expect(choice(page, /^30 days Recommended/)).toBeChecked();
    await createToken(page);
    const lived = ((await tokensOf(person))[0]?.expires?.getTime() ?? 0) - Date.now();
    expect(Math.abs(lived - 30 * DAY_MS)).toBeLessThan(60_000);
  });
}
