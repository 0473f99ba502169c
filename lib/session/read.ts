/**
 * What the GET handlers are built with that a page reads from while it is open. The session and the member are looked at again, as
 * in actions, and what is refused is told in the same words; nothing is changed by them.
 */
import type { z } from "zod";
import { type ActionRefusal, findAdministrator, findMember } from "./action";
import { PAGE_MEMBER_HEADER } from "./page-headers";
import { type PageMember, pageMember, type SignedIn } from "./visitor";

/** `asked`: the parameters of the path and of the query. */
type Read<Schema extends z.ZodType> = (asked: z.output<Schema>, signedIn: SignedIn) => Promise<object>;
type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

/** For the member whom the page was rendered for. */
export function memberRead<Schema extends z.ZodType>(schema: Schema, read: Read<Schema>): Handler {
  return handlerOf(schema, findMember, read);
}

export function administratorRead<Schema extends z.ZodType>(schema: Schema, read: Read<Schema>): Handler {
  return handlerOf(schema, findAdministrator, read);
}

function handlerOf<Schema extends z.ZodType>(
  schema: Schema,
  find: (page: PageMember) => Promise<SignedIn | ActionRefusal>,
  read: Read<Schema>,
): Handler {
  const answer = async (request: Request, params: Record<string, string>): Promise<object> => {
    const page = pageMember.safeParse(memberNamedBy(request));
    const asked = schema.safeParse({ ...Object.fromEntries(new URL(request.url).searchParams), ...params });
    if (!page.success || !asked.success) return { refused: "out-of-date" } satisfies ActionRefusal;
    const signedIn = await find(page.data);
    return "refused" in signedIn ? signedIn : read(asked.data, signedIn);
  };
  return async (request, { params }) => Response.json(await answer(request, await params));
}

/** As `readAs` writes it. Anybody may have sent anything. */
function memberNamedBy(request: Request): unknown {
  try {
    return JSON.parse(decodeURIComponent(request.headers.get(PAGE_MEMBER_HEADER) ?? ""));
  } catch {
    return null;
  }
}
