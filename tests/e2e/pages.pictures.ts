/**
 * What every page looks like, light, dark and 360 px wide, beside the pictures in tests/e2e/pictures. What is another in every run is
 * hidden; a browser that paints otherwise than the one of the pictures compares nothing.
 */
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { addAccount, openManagedOffice } from "./support/accounts";
import { expect, test } from "./support/fixtures";
import { inDark, inLight, onPhone } from "./support/looks";
import { paintsAsKept } from "./support/painter";
import { addPerson, addToken, daysFromNow, type Person } from "./support/people";
import { addAttempts, addWebhook } from "./support/webhooks";

test.describe.configure({ mode: "parallel" });

/** What is seen first, in few bytes. */
const [WIDTH, HEIGHT] = [1280, 640];
const SIDE_BAR = 224;

const PUBLIC_PAGES = { start: "/", "sign-in": "/sign-in" };

const PAGES = {
  overview: "/overview",
  tokens: "/tokens",
  "new-token": "/tokens/new",
  token: "/tokens/TOKEN",
  "token-requests": "/tokens/TOKEN/requests",
  "token-access": "/tokens/TOKEN/access",
  "token-history": "/tokens/TOKEN/history",
  "token-edit": "/tokens/TOKEN/edit",
  "token-rotate": "/tokens/TOKEN/rotate",
  webhooks: "/webhooks",
  "new-webhook": "/webhooks/new?token=TOKEN",
  webhook: "/webhooks/WEBHOOK",
  "webhook-edit": "/webhooks/WEBHOOK/edit",
  "webhook-rotate": "/webhooks/WEBHOOK/rotate",
  requests: "/requests",
  explain: "/explain",
  connect: "/connect",
  notices: "/notices",
  reference: "/reference",
  "reference-entity": "/reference/deals",
  accounts: "/accounts",
  account: "/accounts/ACCOUNT",
  "account-new-token": "/accounts/ACCOUNT/new",
  password: "/password",
  "all-tokens": "/admin/tokens",
  "all-webhooks": "/admin/webhooks",
  members: "/admin/members",
  "new-member": "/admin/members/new",
  member: "/admin/members/MEMBER",
  policy: "/admin/policy",
  audit: "/admin/audit",
};

const HIDDEN = readFileSync("tests/e2e/pictures/hidden.css", "utf8");

/** By the page's own object, because its policy takes no styles from elsewhere. Of addresses and dates the width would be another, too. */
const hideWhatChanges = (page: Page) =>
  page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      text.nodeValue = (text.nodeValue ?? "")
        .replace(/\.[0-9a-f]{8}@/g, ".0123abcd@")
        .replace(/\b\d{1,2} [A-Z][a-z]{2} \d{4}\b/g, "1 Jan 2026")
        .replace(/\b\d\d:\d\d\b/g, "12:00");
    }
  }, HIDDEN);

/** `left`: where the page begins, beside what it has in common with all others. */
async function expectPictures(page: Page, name: string, left: number): Promise<void> {
  await hideWhatChanges(page);
  const clip = { x: left, y: 0, width: WIDTH - left, height: HEIGHT };
  await page.setViewportSize({ width: WIDTH, height: HEIGHT });
  await expect.soft(page).toHaveScreenshot(["light", `${name}.png`], { clip });
  await inDark(page);
  await expect.soft(page).toHaveScreenshot(["dark", `${name}.png`], { clip });
  await inLight(page);
  await onPhone(page);
  await expect.soft(page).toHaveScreenshot(["360", `${name}.png`]);
}

test.beforeEach(async ({ page }, testInfo) => {
  test.skip(!(await paintsAsKept(page, testInfo)), "this browser paints otherwise than the one of the pictures");
});

for (const [name, path] of Object.entries(PUBLIC_PAGES)) {
  test(`${name} looks as it did`, async ({ page }) => {
    await page.goto(path, { waitUntil: "networkidle" });
    await expectPictures(page, name, 0);
  });
}

for (const [name, path] of Object.entries(PAGES)) {
  test(`${name} looks as it did`, async ({ signedInAs }) => {
    const { ada, places } = await furnish();
    const page = await signedInAs(ada);
    await page.goto(
      path.replace(/[A-Z]+/, (place) => places[place] ?? place),
      { waitUntil: "networkidle" },
    );
    // What the page's scripts draw first: before that, changed texts would not be those that they expect.
    await expect(page.getByRole("button", { name: "Find Ctrl K" })).toBeVisible();
    await expectPictures(page, name, name === "overview" ? 0 : SIDE_BAR);
  });
}

type Furnished = { ada: Person; places: Record<string, string> };
let furnished: Promise<Furnished> | undefined;

/** An organization of some tokens, members and an account, once for each worker. */
function furnish(): Promise<Furnished> {
  furnished ??= (async () => {
    const { office, ada, wim } = await openManagedOffice();
    await addPerson(office, { name: "Rea Costa", roles: ["support"], active: false });
    const account = await addAccount(office, { keepers: [wim] });
    await addToken(account, { name: "Warehouse" });
    await addToken(wim, { name: "Price list", expires: null });
    await addToken(ada, { name: "Old import", created: daysFromNow(-300), expires: daysFromNow(3) });
    await addToken(ada, { name: "Nightly export", revoked: daysFromNow(-2) });
    const token = await addToken(ada, {
      name: "Website sync",
      purpose: "Shows open deals on the website. Ask Wim.",
      scopes: [
        { entity: "accounts", verbs: ["list"] },
        { entity: "deals", verbs: ["list", "create", "update", "approve"] },
      ],
      created: daysFromNow(-40),
      expires: daysFromNow(20),
      lastUsed: daysFromNow(-2),
    });
    const { id } = await addWebhook(token, { name: "Website", url: "https://hooks.example.com/deals?key=1" });
    await addAttempts(id, 40);
    return { ada, places: { WEBHOOK: id, TOKEN: token.id, ACCOUNT: account.memberId, MEMBER: wim.memberId } };
  })();
  return furnished;
}
