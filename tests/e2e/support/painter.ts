/**
 * Checks if this browser paints like the one that took the kept pictures: the same letters, in the product's own font, come out the
 * same to the pixel. Where they do not, no picture can be compared, and nothing is wrong with the pages. Knows nothing of them.
 */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import type { Page, TestInfo } from "@playwright/test";

const KEPT = "tests/e2e/pictures/painter.txt";
const FONT = "node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2";

/** While pictures are renewed, this browser becomes the one to compare with. */
export async function paintsAsKept(page: Page, { config }: TestInfo): Promise<boolean> {
  const font = readFileSync(FONT).toString("base64");
  await page.setContent(`<style>
    @font-face { font-family: Sample; src: url(data:font/woff2;base64,${font}); font-weight: 100 900 }
    p { font: 14px Sample; margin: 4px } p + p { font-weight: 600; font-size: 24px; color: #2d55c4 }
    div { width: 90px; height: 30px; border: 1px solid #85857c; border-radius: 8px; background: #e8eefc }
    </style><p>Website sync, 1,204 requests</p><p>Quick zephyrs blow</p><div></div>`);
  await page.evaluate(() => document.fonts.ready);
  const painted = createHash("sha256")
    .update(await page.screenshot())
    .digest("hex");
  if (config.updateSnapshots === "all") {
    writeFileSync(KEPT, `${painted}\n`);
    return true;
  }
  return readFileSync(KEPT, "utf8").trim() === painted;
}
