// @ts-nocheck: its packages are fetched by the long run only.
/**
 * A gateway of express-openapi-validator before a service: FILE TARGET PORT. What the document does not allow, in a request or in
 * its response, is said in the header `violation`. It runs in the folder of the fetched tools, where its packages are.
 */
import { readFileSync } from "node:fs";
import express from "express";
import { middleware } from "express-openapi-validator";

const [file, target, port] = process.argv.slice(2);
const BETWEEN_TWO = [
  "host",
  "connection",
  "content-length",
  "content-encoding",
  "transfer-encoding",
  "accept-encoding",
];
const document = { ...JSON.parse(readFileSync(file, "utf8")), servers: [{ url: "/api/v1" }] };

const app = express();
app.use(express.json({ strict: false }));
app.use((request, _response, next) => {
  // As it was sent: the validator changes what it has parsed.
  request.sent = request.body === undefined ? undefined : JSON.stringify(request.body);
  next();
});
app.use(
  middleware({ apiSpec: document, validateSecurity: { handlers: { token: () => true } }, validateResponses: true }),
);
app.use(async (request, response) => {
  const { method, headers, sent: body, originalUrl } = request;
  const forwarded = Object.entries(headers).filter(([name]) => !BETWEEN_TWO.includes(name));
  const answer = await fetch(target + originalUrl, { method, headers: forwarded, body });
  for (const [name, value] of answer.headers) if (!BETWEEN_TWO.includes(name)) response.setHeader(name, value);
  response.status(answer.status);
  if (answer.headers.get("content-type")?.includes("json")) response.json(await answer.json());
  else response.end(await answer.text());
});
app.use((error, _request, response, _next) => {
  response.setHeader("violation", JSON.stringify(error.errors ?? error.message));
  response.status(error.status ?? 500).end();
});
app.listen(Number(port), "127.0.0.1", () => console.log("The gateway is listening."));
