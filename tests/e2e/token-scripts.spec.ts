/** How much code the pages of a token come with, as gzip sends it. */
import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures";
import { addToken } from "./support/people";

const KILOBYTE = 1024;

/** Of everything that the page loads by itself. */
async function scriptSize(page: Page, path: string): Promise<number> {
  const scripts: Promise<Buffer>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.push(response.body());
  });
  await page.goto(path, { waitUntil: "networkidle" });
  const sizes = (await Promise.all(scripts)).map((script) => gzipSync(script).length);
  expect(sizes.length).toBeGreaterThan(3);
  return sizes.reduce((sum, size) => sum + size);
}

for (const [name, path, limit] of [
  ["the list of tokens", "/tokens", 145],
  ["the form of a new token", "/tokens/new", 165.5],
  ["a token at a glance", "/tokens/ID", 144.5],
  ["its access", "/tokens/ID/access", 142],
  ["what can be changed of it", "/tokens/ID/edit", 157.5],
  ["its rotation", "/tokens/ID/rotate", 148],
  ["the list of webhooks", "/webhooks", 141.5],
  ["the form of a new webhook", "/webhooks/new", 149],
  ["the reference of an entity", "/reference/deals", 152.5],
] as const) {
  test(`${name} comes with no more code than ${limit} KB`, async ({ newMember, signedInAs }) => {
    const owner = await newMember();
    const { id } = await addToken(owner);
    const size = await scriptSize(await signedInAs(owner), path.replace("ID", id));
    console.info(`${path} comes with ${(size / KILOBYTE).toFixed(1)} KB of code; the bar is ${limit}.`);
    expect(size).toBeLessThan(limit * KILOBYTE);
  });
}
