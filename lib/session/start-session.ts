/** Begins a session for somebody who has proved who they are, by whatever means; ends the one that the browser had before. */
import type { BetterAuthPlugin } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { z } from "zod";

const body = z.object({ userId: z.string(), address: z.string() });

/** Called from the server only: the endpoint has no path. */
export function startSession() {
  return {
    id: "start-session",
    endpoints: {
      startSession: createAuthEndpoint.serverOnly({ method: "POST", body, requireHeaders: true }, async (context) => {
        const { internalAdapter, authCookies, secret } = context.context;
        const user = await internalAdapter.findUserById(context.body.userId);
        if (user === null) throw new Error("There is no such user to begin a session for.");
        const former = await context.getSignedCookie(authCookies.sessionToken.name, secret);
        if (former) await internalAdapter.deleteSession(former);
        const session = await internalAdapter.createSession(user.id, false, { ipAddress: context.body.address });
        await setSessionCookie(context, { session, user });
        return session;
      }),
    },
  } satisfies BetterAuthPlugin;
}
