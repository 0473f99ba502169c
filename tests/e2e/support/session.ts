/** A person's session, started as the sign-in does after the right password: the form itself has its own scenarios. */
import type { BrowserContextOptions } from "@playwright/test";
import { postgres } from "@/lib/postgres/postgres";
import { auth } from "@/lib/session/better-auth";
import { cookieName } from "@/lib/session/cookies";
import type { Person } from "./people";

export type SessionOptions = {
  /** How long ago the person proved who they are. */
  minutesAgo?: number;
  /** True if they gave their second factor as well. */
  withFactor?: boolean;
};

/** The initial state of a browser context of this person, in the organization that `person` names. */
export async function sessionOf(
  person: Person,
  { minutesAgo = 0, withFactor = false }: SessionOptions = {},
): Promise<Exclude<BrowserContextOptions["storageState"], string | undefined>> {
  const [member] = (await postgres().pool.query("select user_id from members where id = $1", [person.memberId])).rows;
  const { headers, response } = await auth().api.startSession({
    body: { userId: member.user_id, address: "127.0.0.1", secondFactorAt: withFactor ? new Date() : null },
    headers: new Headers(),
    returnHeaders: true,
  });
  if (minutesAgo > 0) {
    const values = [new Date(Date.now() - minutesAgo * 60_000), response.id];
    await postgres().pool.query("update sessions set created_at = $1 where id = $2", values);
  }
  const cookies = headers.getSetCookie().map((line) => splitOnce(line.split(";", 1)[0] ?? ""));
  cookies.push([cookieName("organization"), person.memberId]);
  return { cookies: cookies.map(([name, value]) => toCookie(name, value)), origins: [] };
}

/** A new session as a request's header. */
export async function cookiesOf(person: Person): Promise<string> {
  const { cookies } = await sessionOf(person);
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}

function toCookie(name: string, value: string) {
  const domain = new URL(process.env.APP_URL ?? "").hostname;
  return { name, value, domain, path: "/", expires: -1, httpOnly: true, secure: false, sameSite: "Lax" as const };
}

function splitOnce(pair: string): [string, string] {
  const at = pair.indexOf("=");
  return [pair.slice(0, at), pair.slice(at + 1)];
}
