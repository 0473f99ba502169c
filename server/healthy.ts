/** For the health check of a container: ends with 0 where this host is ready, else says why and ends with 1. */
import { env } from "../lib/process/env";
import { loadDotEnv } from "./dot-env";

loadDotEnv();
const { HOST, PORT } = env();
/** Of all addresses of this machine, the one of its own. */
const host = HOST === "0.0.0.0" || HOST === "::" ? "127.0.0.1" : HOST;
const response = await fetch(`http://${host.includes(":") ? `[${host}]` : host}:${PORT}/api/health/ready`).catch(
  () => null,
);
if (response?.status !== 200) {
  console.error(response === null ? "Nothing answers." : await response.text());
  process.exitCode = 1;
}
