/**
 * The program of the pages process: Next, behind a local socket. Nobody but api processes can reach that, so it believes what
 * they say of the client. It bounds nothing, because they have.
 */
import { createServer } from "node:http";
import { log } from "../../lib/process/log";
import { openPages } from "../adapter/pages";
import { logConsole } from "../console-log";
import { finish } from "./drain";
import { endOnSignals, run } from "./lifecycle";
import { offerMetrics } from "./metrics";

/** What an api process takes, and what it adds. */
const MAX_HEADER_BYTES = 32 * 1024;

run(async () => {
  const [, , socketPath] = process.argv;
  logConsole();
  await offerMetrics();
  const { handle, close } = await openPages("production");
  // Who speaks HTTP/1.0 may name no host. Requests may take the time that an api process gives them.
  const options = { maxHeaderSize: MAX_HEADER_BYTES, requireHostHeader: false, requestTimeout: 0 };
  const server = createServer(options, (request, response) => {
    handle(request, response, String(request.headers["x-forwarded-for"]));
  });
  server.listen(socketPath, () => log().info("the pages are ready"));
  endOnSignals({ drain: () => finish(server), retire: () => finish(server), letGo: close });
});
