/** What every test file begins with: one seed of the run for all properties, and time for what is waited for. */
import fc from "fast-check";
import { vi } from "vitest";
import { SEED } from "./seed";

fc.configureGlobal({ seed: SEED });
// It comes in a fraction of that; a machine that is busy takes its time.
vi.setConfig({ expect: { poll: { timeout: 20_000 } } });
