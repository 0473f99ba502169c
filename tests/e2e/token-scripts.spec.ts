/** How much code the pages of a token come with, as the service sends it. */
import type { Page, Request } from "@playwright/test";
import { expect, test } from "./support/fixtures";
import { addToken } from "./support/people";

const KILOBYTE = 1024;

/** Of everything that the page loads by itself. */
async function scriptSize(page: Page, path: string): Promise<number> {
  const scripts: Request[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() === "script") scripts.push(request);
  });
  await page.goto(path, { waitUntil: "networkidle" });
  expect(scripts.length).toBeGreaterThan(3);
  const sizes = await Promise.all(scripts.map((request) => request.sizes()));
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
}

for (const [name, path, limit] of [
  ["the list of tokens", "/tokens", 125],
  ["the form of a new token", "/tokens/new", 142.5],
  ["a token at a glance", "/tokens/ID", 124],
  ["its access", "/tokens/ID/access", 122],
  ["what can be changed of it", "/tokens/ID/edit", 136],
  ["its rotation", "/tokens/ID/rotate", 127.5],
  ["the list of webhooks", "/webhooks", 122],
  ["the form of a new webhook", "/webhooks/new", 128.5],
  ["the reference of an entity", "/reference/deals", 131],
] as const) {
  test(`${name} comes with no more code than ${limit} KB`, async ({ newMember, signedInAs }) => {
    const owner = await newMember();
    const { id } = await addToken(owner);
    const size = await scriptSize(await signedInAs(owner), path.replace("ID", id));
    console.info(`${path} comes with ${(size / KILOBYTE).toFixed(1)} KB of code; the bar is ${limit}.`);
    expect(size).toBeLessThan(limit * KILOBYTE);
  });
}
