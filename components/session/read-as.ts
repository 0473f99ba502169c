/** Reads from a GET handler of the pages, as the member for whom the page was rendered. Rejects if no response came. */
import type { ActionRefusal } from "@/lib/session/action";
import { PAGE_MEMBER_HEADER } from "@/lib/session/page-headers";
import type { PageMember } from "@/lib/session/visitor";

export async function readAs<Outcome extends object>(
  page: PageMember,
  path: string,
  query: Record<string, string> | string,
): Promise<Outcome | ActionRefusal> {
  const response = await fetch(`${path}?${new URLSearchParams(query)}`, {
    // Encoded, because names may have characters that headers cannot.
    headers: { [PAGE_MEMBER_HEADER]: encodeURIComponent(JSON.stringify(page)) },
    cache: "no-store",
  });
  if (!response.ok) throw new Error(`The page's read was answered ${response.status}.`);
  return response.json();
}
