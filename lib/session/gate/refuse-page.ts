/**
 * What is answered in a page's place, before Next is asked for one: to foreign posts, at paths where there is nothing, and to
 * whoever asks too often. Costs next to nothing, so it is not counted itself.
 */
import { env } from "../../env";
import { isOwnOrigin } from "../../http/origin";
import { takePage } from "./page-limits";
import { isPagePath } from "./page-paths";
import { type PageRefusal, plainResponse, textResponse, unknownPage } from "./plain-page";

type AskedPage = {
  method: string;
  path: string;
  headers: Headers;
  address: string;
  sessionCookie: string | undefined;
};

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** null: Next may make the page. */
export async function refusePage({
  method,
  path,
  headers,
  address,
  sessionCookie,
}: AskedPage): Promise<PageRefusal | null> {
  const isSafe = SAFE_METHODS.has(method);
  if (!isSafe && !isOwnOrigin(headers)) return foreignPost();
  if (!isPagePath(path)) return unknownPage();
  const window = await takePage({ kind: isSafe ? "page" : "action", address, sessionCookie });
  return window.allowed ? null : tooMany(window.retryAfter);
}

function foreignPost(): PageRefusal {
  const { APP_URL } = env();
  return textResponse(
    403,
    `This request did not come from a page of this service, so it was refused. Open ${APP_URL} and try again from there.\n`,
  );
}

function tooMany(retryAfter: number): PageRefusal {
  const seconds = retryAfter === 1 ? "1 second" : `${retryAfter} seconds`;
  const { status, headers, body } = plainResponse(429, {
    title: "Too many requests",
    heading: "Too many requests",
    text: `You, or somebody at your address, have asked for too many pages. Load this page again in ${seconds}.`,
  });
  return { status, headers: { ...headers, "retry-after": String(retryAfter) }, body };
}
