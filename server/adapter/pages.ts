/** Next, for the process that has the pages. */
import next from "next";
import { env } from "../../lib/env";
import { noteAddress } from "../../lib/http/client-address";
import type { PageHandler } from "./node-adapter";
import { leaveRequestsAlone } from "./raw-request";
import { warmUp } from "./warm-up";

export type Pages = { handle: PageHandler; upgrade: ReturnType<Next["getUpgradeHandler"]>; close(): Promise<void> };
type Next = ReturnType<typeof next>;

/** In production, once its pages have been read: none of them keeps the first callers waiting. */
export async function openPages(mode: "development" | "production"): Promise<Pages> {
  const { HOST, PORT } = env();
  leaveRequestsAlone();
  const app = next({ dev: mode === "development", dir: process.cwd(), hostname: HOST, port: PORT });
  await app.prepare();
  const handler = app.getRequestHandler();
  if (mode === "production") await warmUp(handler);
  return {
    handle: (request, response, address) => {
      noteAddress(request, address);
      void handler(request, response);
    },
    upgrade: app.getUpgradeHandler(),
    close: () => app.close(),
  };
}
