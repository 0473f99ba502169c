/** Builds GET handlers for open pages: they check session and member again, like actions, and change nothing. */
import type { z } from "zod";
import { type ActionRefusal, type Find, findAdministrator, findMember } from "./action";
import { PAGE_MEMBER_HEADER } from "./page-headers";
import { pageMember, type SignedIn } from "./visitor";

/** `asked` has the parameters of path and query. */
type Read<Schema extends z.ZodType> = (asked: z.output<Schema>, signedIn: SignedIn) => Promise<object>;
type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

/** For the member for whom the page was rendered. */
export const memberRead = readFor(findMember);
export const administratorRead = readFor(findAdministrator);

function readFor(find: Find) {
  return <Schema extends z.ZodType>(schema: Schema, read: Read<Schema>): Handler =>
    async (request, context) => {
      const page = pageMember.safeParse(memberNamedBy(request));
      const asked = schema.safeParse({
        ...Object.fromEntries(new URL(request.url).searchParams),
        ...(await context.params),
      });
      if (!page.success || !asked.success) return Response.json({ refused: "out-of-date" } satisfies ActionRefusal);
      const signedIn = await find(page.data);
      return Response.json("refused" in signedIn ? signedIn : await read(asked.data, signedIn));
    };
}

/** In the format of `readAs`, but a client can send anything. */
function memberNamedBy(request: Request): unknown {
  try {
    return JSON.parse(decodeURIComponent(request.headers.get(PAGE_MEMBER_HEADER) ?? ""));
  } catch {
    return null;
  }
}
