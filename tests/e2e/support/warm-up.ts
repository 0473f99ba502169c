/**
 * Asks for every page once before scenarios begin. A new process reads the code of a page with its first request, and on a
 * busy machine that can take longer than anything here may wait for a database.
 */
import { closeDatabase } from "@/lib/store/close";
import { sendTo } from "../../support/http";
import { addPerson, openOffice } from "./people";
import { sessionOf } from "./session";

const PAGES = ["/", "/sign-in", "/tokens", "/tokens/new", "/explain"];
const ADMIN_PAGES = ["/admin/tokens", "/admin/members", "/admin/policy", "/admin/audit"];
const MOST_ATTEMPTS = 20;

export async function warmUp(origin: string): Promise<void> {
  const office = await openOffice("Warm-up");
  const { cookies } = await sessionOf(await addPerson(office, { name: "Ada Lindqvist", admin: true }));
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  for (const path of [...PAGES, ...ADMIN_PAGES]) await untilAnswered(origin, path, cookie);
  await closeDatabase();
}

async function untilAnswered(origin: string, path: string, cookie: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { status } = await sendTo(origin, path, { headers: { cookie } });
    if (status < 500) return;
    if (attempt === MOST_ATTEMPTS) throw new Error(`${path} answers ${status}: see test-results/service.log`);
  }
}
