/**
 * Asks for every page once before scenarios begin, so that their times are not those of a new process. Each has to answer the
 * first time: nothing is too busy for its first visitor.
 */
import { runtime } from "@/lib/process/runtime";
import { sendTo } from "../../support/http";
import { addPerson, openOffice } from "./people";
import { sessionOf } from "./session";

const PAGES = ["/", "/sign-in", "/overview", "/requests", "/tokens", "/tokens/new", "/reference", "/explain"];
const ADMIN_PAGES = ["/admin/tokens", "/admin/members", "/admin/policy", "/admin/audit"];

export async function warmUp(origin: string): Promise<void> {
  const office = await openOffice("Warm-up");
  const { cookies } = await sessionOf(await addPerson(office, { name: "Ada Lindqvist", admin: true }));
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  for (const path of [...PAGES, ...ADMIN_PAGES]) {
    const { status } = await sendTo(origin, path, { headers: { cookie } });
    if (status >= 500) throw new Error(`${path} answers ${status}: see test-results/service.log`);
  }
  await runtime.close();
}
