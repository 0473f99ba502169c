/** Announces the writes of this process to those that act on them, such as the sender of webhooks. */
import { EventEmitter } from "node:events";
import { runtime } from "./runtime";

export const writes = runtime.part("writes", () => new EventEmitter<{ written: [] }>());
