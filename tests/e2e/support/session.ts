/** A person's session, made once in each worker by signing in as they would, and then given to every page of theirs. */
import { chromium } from "@playwright/test";
import type { Person } from "./people";

type Session = Awaited<ReturnType<typeof signIn>>;

const sessions = new Map<string, Promise<Session>>();

export function sessionOf(person: Person, origin: string): Promise<Session> {
  const known = sessions.get(person.email);
  if (known !== undefined) return known;
  const session = signIn(person, origin);
  sessions.set(person.email, session);
  return session;
}

async function signIn({ email, password }: Person, origin: string) {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH });
  try {
    const page = await browser.newPage({ baseURL: origin });
    await page.goto("/sign-in");
    await page.getByLabel("E-mail address").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/tokens");
    return await page.context().storageState();
  } finally {
    await browser.close();
  }
}
