/** For the health check of a container: ends with 0 where this host is ready, else says why and ends with 1. */
import { env } from "../lib/process/env";
import { loadDotEnv } from "./dot-env";

loadDotEnv();
const response = await fetch(`http://127.0.0.1:${env().PORT}/api/health/ready`).catch(() => null);
if (response?.status !== 200) {
  console.error(response === null ? "Nothing answers." : await response.text());
  process.exitCode = 1;
}
