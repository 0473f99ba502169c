/**
 * Receivers of webhooks, at so many ports, as cheap as can be: they share the cores with what is measured. Says its ports, and
 * how many deliveries came since it was last asked.
 */
import http from "node:http";
import https from "node:https";

const { ports, tls, isClosing } = JSON.parse(process.argv[2] ?? "");
let count = 0;

const take = (request, response) => {
  request.resume().on("end", () => {
    count += 1;
    if (isClosing) response.setHeader("connection", "close");
    response.writeHead(204).end();
  });
};
const listening = [];
for (let index = 0; index < ports; index += 1) {
  const server = tls === null ? http.createServer(take) : https.createServer(tls, take);
  server.keepAliveTimeout = 30_000;
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = server.address();
  if (typeof address === "object") listening.push(address?.port);
}
process.on("message", () => {
  process.send?.(count);
  count = 0;
});
process.on("disconnect", () => process.exit(0));
process.send?.(listening);
