/** What is known of the request that a page or an action serves, beyond its path. */
import { headers } from "next/headers";
import { v7 as uuidv7 } from "uuid";
import { clientAddress } from "../client-address";
import { env } from "../env";
import { peerOf } from "./peer";

/** Written by `proxy.ts` over whatever a client sends under this name. */
export const REQUEST_ID_HEADER = "x-request-id";

/** As above: path and query of the page, which Next does not tell its components. */
export const PATH_HEADER = "x-page-path";

export type PageRequest = { headers: Headers; address: string; requestId: string };

export async function pageRequest(): Promise<PageRequest> {
  const received = await headers();
  return {
    headers: received,
    address: addressOf(received),
    requestId: received.get(REQUEST_ID_HEADER) ?? uuidv7(),
  };
}

export async function currentPath(): Promise<string> {
  return (await headers()).get(PATH_HEADER) ?? "/";
}

/** On Vercel the platform itself names the client, in a header that it lets nobody else write. */
function addressOf(received: Headers): string {
  if (process.env.VERCEL === "1") return received.get("x-vercel-forwarded-for")?.split(",")[0]?.trim() ?? "unknown";
  return clientAddress(peerOf(received), received.get("x-forwarded-for"), env().TRUSTED_PROXY_HOPS);
}
