/** Gives every property of fast-check that has no seed of its own the one of the run. */
import fc from "fast-check";
import { SEED } from "./seed";

fc.configureGlobal({ seed: SEED });
