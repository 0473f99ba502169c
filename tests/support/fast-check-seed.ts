/** Sets up each test file: one seed for all properties of a run, and a timeout for polls that a busy machine can meet. */
import fc from "fast-check";
import { vi } from "vitest";
import { SEED } from "./seed";

fc.configureGlobal({ seed: SEED });
// It comes in a fraction of this time, unless the machine is busy.
vi.setConfig({ expect: { poll: { timeout: 20_000 } } });
