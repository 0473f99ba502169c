/**
 * API and pages in one process, for development and for hosts too small for two (PAGES=inline). Here a request for a page delays
 * those for the API.
 */
import { openPages } from "../adapter/pages";
import { serve } from "./serve";

export async function serveAll(mode: "development" | "production"): Promise<void> {
  const { handle, upgrade, close } = await openPages(mode);
  await serve({ pages: handle, close, ...(mode === "development" ? { upgrade } : {}) });
}
