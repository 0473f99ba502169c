/** The floor of a Node host: `node:http` and the same statements, nothing else. */
import { createServer } from "node:http";
import { run } from "./steps.mjs";

createServer((request, response) => {
  request.resume().on("end", async () => {
    const [, , operation, id] = String(request.url).split("/");
    const body = await run(operation, id);
    response
      .writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) })
      .end(body);
  });
}).listen(Number(process.env.PORT), "127.0.0.1");
