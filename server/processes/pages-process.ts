/** The pages process: Next behind a socket that only api processes reach, so it trusts them and enforces no limits. */
import { createServer } from "node:http";
import { log } from "../../lib/process/log";
import { openPages } from "../adapter/pages";
import { logConsole } from "../console-log";
import { setV8Flags } from "../v8-flags";
import { finish } from "./drain";
import { atEnd, briefly, run } from "./lifecycle";
import { offerMetrics } from "./metrics";

/** The most that an api process accepts, plus what it adds. */
const MAX_HEADER_BYTES = 32 * 1024;

run(async () => {
  const [, , socketPath] = process.argv;
  logConsole();
  setV8Flags();
  await offerMetrics();
  const { handle, close } = await openPages("production");
  // An HTTP/1.0 client may send no Host. The api process limits how long a request can take.
  const options = { maxHeaderSize: MAX_HEADER_BYTES, requireHostHeader: false, requestTimeout: 0 };
  const server = createServer(options, (request, response) => {
    handle(request, response, String(request.headers["x-forwarded-for"]));
  });
  server.listen(socketPath, () => log().info("the pages are ready"));
  atEnd(async () => {
    await finish(server);
    await briefly(close());
  });
});
