/** API and pages in one process, for development and small hosts (PAGES=inline). Page requests delay those for the API. */
import { openPages } from "../adapter/pages";
import { serve } from "./serve";

export async function serveAll(mode: "development" | "production"): Promise<void> {
  const { handle, upgrade, close } = await openPages(mode);
  await serve({ pages: handle, close, ...(mode === "development" ? { upgrade } : {}) });
}
