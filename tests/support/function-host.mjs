/**
 * Stands for a host of functions: runs the pages' server as Vercel does, gives each request its `waitUntil`, and freezes this
 * process once the response has left and what was handed over is done. Whoever asks wakes it first.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { createServer } from "node:http";
import next from "next";

const requests = new AsyncLocalStorage();
const context = { get: () => requests.getStore() };
for (const name of ["@next/request-context", "@vercel/request-context"]) globalThis[Symbol.for(name)] = context;

const app = next({ dev: false, dir: process.cwd() });
await app.prepare();
const handle = app.getRequestHandler();

const server = createServer((request, response) => {
  const handedOver = [];
  response.once("close", async () => {
    // What is handed over may hand over more.
    for (let done = 0; done < handedOver.length; done = handedOver.length) await Promise.allSettled(handedOver);
    process.kill(process.pid, "SIGSTOP");
  });
  requests.run({ waitUntil: (promise) => handedOver.push(promise) }, () => handle(request, response));
});
server.listen(Number(process.env.PORT), "127.0.0.1", () => process.send?.("listening"));
