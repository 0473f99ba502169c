/**
 * API and pages in one process, for development and for hosts too small for two (PAGES=inline). Here a request for a page delays
 * those for the API.
 */
import { openPages } from "../adapter/pages";
import { serve } from "./serve";

/** `release` is called once no more requests are handled. */
export async function serveAll(mode: "development" | "production", release: () => Promise<void>): Promise<void> {
  const { handle, upgrade, close } = await openPages(mode);
  await serve({ pages: handle, close, release, ...(mode === "development" ? { upgrade } : {}) });
}
