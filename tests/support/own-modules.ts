/**
 * Lets test files that share a process, and so its loaded packages, begin as in a process of their own: with their own
 * instances of our modules, the environment of the run, and nothing left open by the file before.
 */
import { afterAll, vi } from "vitest";
import { runtime } from "@/lib/process/runtime";

const environment = { ...process.env };

vi.resetModules();

// Registered first, so it runs last.
afterAll(async () => {
  await runtime.close();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});
