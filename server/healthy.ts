/**
 * Exits with 0 if the processes respond, else prints why and exits with 1. Ignores readiness, because orchestrators restart what is
 * unhealthy, and a restart does not bring the database back.
 */
import { env } from "../lib/process/env";
import { loadDotEnv } from "./dot-env";

loadDotEnv();
const { HOST, PORT } = env();
/** An address that means all interfaces is replaced by the loopback address. */
const host = HOST === "0.0.0.0" || HOST === "::" ? "127.0.0.1" : HOST;
const response = await fetch(`http://${host.includes(":") ? `[${host}]` : host}:${PORT}/api/health/live`).catch(
  () => null,
);
if (response?.status !== 200) {
  console.error(response === null ? "Nothing answers." : await response.text());
  process.exitCode = 1;
}
