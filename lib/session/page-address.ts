/** The client's address, for pages, actions and what comes before them. */

import { env } from "../env";
import { clientAddress } from "../http/client-address";
import { peerOf } from "./peer";

/** On Vercel the platform itself names the client, in a header that it lets nobody else write. */
export function pageAddress(received: Headers): string {
  if (process.env.VERCEL === "1") return received.get("x-vercel-forwarded-for")?.split(",")[0]?.trim() ?? "unknown";
  return clientAddress(peerOf(received), received.get("x-forwarded-for"), env().TRUSTED_PROXY_HOPS);
}
