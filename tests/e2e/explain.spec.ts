/** Why a call was answered as it was, told to those who may see its token and to nobody else. */
import type { Page } from "@playwright/test";
import { type Answer, type Call, post } from "../support/http";
import { expect, FLOW, test } from "./support/fixtures";
import { expectAccessibleInEveryLook } from "./support/looks";
import { addToken } from "./support/people";
import { section } from "./support/token-page";

const field = (page: Page) => page.getByRole("textbox", { name: "Request ID" });
const explainButton = (page: Page) => page.getByRole("button", { name: "Explain" });
const idOf = (answer: Answer) => String(answer.headers["x-request-id"]);
const step = (page: Page, title: string) =>
  section(page, "Checks in order").getByRole("listitem").filter({ hasText: title });

const createDeal = (token: string): Call => post("/entities/deals/records", { data: { title: "New" } }, { token });

/** Calls are recorded a moment after they are answered. */
async function explain(page: Page, requestId: string): Promise<void> {
  await expect(async () => {
    await page.goto("/explain");
    await field(page).fill(requestId);
    await explainButton(page).click();
    await expect(page).toHaveURL(/request=/);
    await expect(section(page, "The request")).toBeVisible({ timeout: 1_500 });
  }).toPass({ timeout: 20_000 });
}

test("a refused call: which check said no, and what to do", FLOW, async ({ signedInAs, newMember, callApi }) => {
  const owner = await newMember();
  const token = await addToken(owner, { name: "Export", scopes: [{ entity: "deals", verbs: ["list"] }] });
  const answer = await callApi(createDeal(token.text));
  expect(answer.status).toBe(403);
  expect(answer.text).not.toContain("token does not include");
  const page = await signedInAs(owner);
  await explain(page, idOf(answer));
  await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText(
    "Your token does not include create on deals; your role does.",
  );
  await expect(page.getByRole("main")).toContainText("403 PERMISSION_DENIED");
  await expect(page.getByText("What to do:")).toBeVisible();
  await expect(section(page, "The request")).toContainText("POST /entities/deals/records");
  await expect(section(page, "The request").getByRole("link", { name: "Export" })).toHaveAttribute(
    "href",
    `/tokens/${token.id}`,
  );
  await expect(step(page, "Entity")).toContainText("Passed");
  await expect(step(page, "Verb")).toContainText("Refused");
  await expect(step(page, "Request format")).toBeHidden();
  await page.getByText(/^\d+ checks not reached$/).click();
  await expect(step(page, "Request format")).toContainText("Not reached");
  await expect(page.getByRole("link", { name: "PERMISSION_DENIED" })).toHaveAttribute(
    "href",
    "/docs/errors#PERMISSION_DENIED",
  );
  await expectAccessibleInEveryLook(page);
});

test("a token pasted by mistake never leaves the field", async ({ newMember, openAs }) => {
  const owner = await newMember();
  const token = await addToken(owner);
  const page = await openAs(owner, "/explain");
  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.url() + (request.postData() ?? "")));
  await field(page).fill(`Authorization: Bearer ${token.text}`);
  await field(page).press("Enter");
  await expect(field(page)).toHaveAccessibleDescription(/That is a token, not a request id/);
  await expect(page).toHaveURL(/\/explain$/);
  expect(sent.filter((text) => text.includes(token.text.slice(-49)))).toEqual([]);
  await expectAccessibleInEveryLook(page);
});
