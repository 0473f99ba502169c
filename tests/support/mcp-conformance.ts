/**
 * The conformance tests of the protocol, run against `/mcp`. They know no header, so a proxy on the loopback address adds the token. The
 * package asks for Node 22 because of one function of `fs` that is not used here, so it is bundled with a stand-in for it.
 */
import { cpSync, mkdirSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { build } from "esbuild";
import { run } from "./pasted";

const PACKAGE = path.resolve("node_modules/@modelcontextprotocol/conformance");
/** Below `node_modules`, so that what it imports is found. */
const FOLDER = path.resolve("node_modules/.cache/mcp-conformance");

const FS = 'import * as fs from "node:fs"; export * from "node:fs"; export const globSync = fs.globSync ?? (() => []);';

async function bundle(): Promise<string> {
  mkdirSync(FOLDER, { recursive: true });
  for (const name of ["requirements", "package.json"])
    cpSync(path.join(PACKAGE, name), path.join(FOLDER, name), { recursive: true });
  const outfile = path.join(FOLDER, "dist/index.js");
  await build({
    entryPoints: [path.join(PACKAGE, "dist/index.js")],
    outfile,
    platform: "node",
    format: "esm",
    bundle: true,
    packages: "external",
    plugins: [
      {
        name: "fs",
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^fs$/ }, () => ({ path: "fs", namespace: "stand-in" }));
          onLoad({ filter: /.*/, namespace: "stand-in" }, () => ({ contents: FS }));
        },
      },
    ],
  });
  return outfile;
}

/** `failures`: the file of those that are expected. Rejects with the output if the outcome is another one. */
export async function runConformance(
  origin: string,
  token: string,
  { revision, failures, folder }: { revision: string; failures: string; folder: string },
): Promise<string> {
  const command = await bundle();
  const proxy = await openProxy(origin, token);
  try {
    const url = `http://127.0.0.1:${proxy.port}/mcp`;
    const args = ["server", "--url", url, "--requirements", revision, "--expected-failures", path.resolve(failures)];
    const { stdout } = await run(process.execPath, [command, ...args, "-o", folder], folder, {}).catch(
      ({ stdout = "", stderr = "" }: { stdout?: string; stderr?: string }) => {
        throw new Error(`${stdout}${stderr}`);
      },
    );
    return stdout;
  } finally {
    proxy.close();
  }
}

async function openProxy(origin: string, token: string): Promise<{ port: number; close: () => void }> {
  const { hostname, port } = new URL(origin);
  const server = createServer((incoming, outgoing) => {
    const isOwn = incoming.headers.origin === `http://127.0.0.1:${portOf(server)}`;
    const headers = {
      ...incoming.headers,
      authorization: `Bearer ${token}`,
      // To the service, the origin of the proxy is another one.
      ...(isOwn ? { origin } : {}),
    };
    const passed = request(
      { hostname, port, path: incoming.url, method: incoming.method, headers, agent: false },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      },
    );
    passed.on("error", () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: portOf(server),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
