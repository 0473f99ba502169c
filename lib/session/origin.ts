/** Whether a request comes from the service's own pages. Browsers write `Origin` themselves; scripts of a page cannot. */
import { env } from "../env";

/** The host that was asked, or the public one where a proxy in front asks under another. A missing or `null` origin is foreign. */
export function isOwnOrigin(headers: Headers): boolean {
  const origin = headers.get("origin");
  if (origin === null || !URL.canParse(origin)) return false;
  const { host, protocol } = new URL(origin);
  if (protocol !== "http:" && protocol !== "https:") return false;
  return host === headers.get("host") || origin === new URL(env().APP_URL).origin;
}
