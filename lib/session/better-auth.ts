/** Better Auth for members' sessions: rows in PostgreSQL and signed cookies, without routes, sign-up or password checks. */
import { type BetterAuthOptions, type BetterAuthPlugin, betterAuth } from "better-auth";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { z } from "zod";
import { ownOrigins } from "../http/origin";
import { env } from "../process/env";
import { log } from "../process/log";
import { runtime } from "../process/runtime";
import { prisma } from "../store/prisma";
import { cookieSettings, sessionSecret } from "./cookies";

/** A working day from sign-in on, whether the session is used or not. */
const SESSION_SECONDS = 12 * 60 * 60;

export const auth = runtime.part("sessions", () => betterAuth({ ...sessionOptions(), plugins: [startSession()] }));

export function sessionOptions() {
  return {
    baseURL: env().APP_URL,
    trustedOrigins: ownOrigins(),
    secret: sessionSecret(),
    database: prismaAdapter(prisma(), { provider: "postgresql" }),
    user: { additionalFields: { secondFactorSince: { type: "date", required: false, input: false } } },
    session: {
      expiresIn: SESSION_SECONDS,
      disableSessionRefresh: true,
      additionalFields: { secondFactorAt: { type: "date", required: false, input: false } },
    },
    advanced: { ...cookieSettings(), ipAddress: { disableIpTracking: true } },
    telemetry: { enabled: false },
    logger: { level: "error", log: (_level, message) => log().error({ message }, "a session could not be served") },
  } satisfies BetterAuthOptions;
}

const body = z.object({ userId: z.string(), address: z.string(), secondFactorAt: z.date().nullable().default(null) });

/** Starts a session and ends the browser's previous one. The endpoint has no path, so only the server can call it. */
function startSession() {
  return {
    id: "start-session",
    endpoints: {
      startSession: createAuthEndpoint.serverOnly({ method: "POST", body, requireHeaders: true }, async (context) => {
        const { internalAdapter, authCookies, secret } = context.context;
        const user = await internalAdapter.findUserById(context.body.userId);
        if (user === null) throw new Error("There is no such user to begin a session for.");
        const former = await context.getSignedCookie(authCookies.sessionToken.name, secret);
        if (former) await internalAdapter.deleteSession(former);
        const { address, secondFactorAt } = context.body;
        // A working day after the code, however often the password was entered since, so that one code does not last forever.
        const expiresAt = new Date((secondFactorAt ?? new Date()).getTime() + SESSION_SECONDS * 1000);
        const began = { ipAddress: address, secondFactorAt, expiresAt };
        const session = await internalAdapter.createSession(user.id, false, began, true);
        await setSessionCookie(context, { session, user });
        return session;
      }),
    },
  } satisfies BetterAuthPlugin;
}
