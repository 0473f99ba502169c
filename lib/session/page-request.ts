import { cookies, headers } from "next/headers";
import { newId } from "../crypto/random-bytes";
import { notedAddress } from "../http/client-address";
import { PATH_HEADER, REQUEST_ID_HEADER } from "./page-headers";

type PageRequest = { headers: Headers; address: string; requestId: string };

export async function pageRequest(): Promise<PageRequest> {
  const received = await headers();
  return {
    headers: await withPresentCookies(received),
    address: notedAddress(received),
    requestId: received.get(REQUEST_ID_HEADER) ?? newId(),
  };
}

/** After an action, Next renders the page in the same request, whose header still has the old session's cookie. */
async function withPresentCookies(received: Headers): Promise<Headers> {
  const present = (await cookies()).getAll().map(({ name, value }) => `${name}=${encodeURIComponent(value)}`);
  const current = new Headers(received);
  current.set("cookie", present.join("; "));
  return current;
}

export async function currentPath(): Promise<string> {
  return (await headers()).get(PATH_HEADER) ?? "/";
}
