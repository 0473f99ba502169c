/**
 * Better Auth, set up for sessions of members: rows in PostgreSQL, signed cookies. It is called from the server only and
 * has no routes, no sign-up and no password check of its own here.
 */
import { type BetterAuthOptions, betterAuth } from "better-auth";
import { env } from "../env";
import { log } from "../log";
import { sessionDatabase } from "../store/sessions";
import { cookieSettings } from "./cookies";
import { ownOrigins } from "./origin";
import { sessionSecret } from "./session-cookie";
import { startSession } from "./start-session";

/** A working day, from sign-in on, used or not. */
const SESSION_SECONDS = 12 * 60 * 60;

let opened: ReturnType<typeof open> | undefined;

export function auth(): ReturnType<typeof open> {
  opened ??= open();
  return opened;
}

function open() {
  return betterAuth({ ...sessionOptions(), plugins: [startSession()] });
}

/** What every way of signing in has in common. */
export function sessionOptions() {
  return {
    baseURL: env().APP_URL,
    trustedOrigins: ownOrigins(),
    secret: sessionSecret(),
    database: sessionDatabase(),
    session: { expiresIn: SESSION_SECONDS, disableSessionRefresh: true },
    advanced: { ...cookieSettings(), ipAddress: { disableIpTracking: true } },
    telemetry: { enabled: false },
    logger: { level: "error", log: (_level, message) => log().error({ message }, "a session could not be served") },
  } satisfies BetterAuthOptions;
}
