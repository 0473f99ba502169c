/** What makes a session that Better Auth begins on the way back from the provider equal to those that `session.ts` begins. */
import type { Session } from "better-auth";
import { recordSignIn } from "../store/sign-ins";
import { findUserEmail } from "../store/users";
import { auth } from "./auth";
import { forgetForeignChoice } from "./organization";
import { pageRequest } from "./page-request";

export const providerSessionHooks = {
  before: async (session: Session) => ({ data: { ...session, ipAddress: (await pageRequest()).address } }),
  after: async ({ userId }: Session) => {
    const { headers, address, requestId } = await pageRequest();
    const email = await findUserEmail(userId);
    await recordSignIn({ email, method: "identity provider", address, requestId });
    await forgetForeignChoice(email);
    const former = await auth().api.getSession({ headers });
    if (former === null) return;
    const { internalAdapter } = await auth().$context;
    await internalAdapter.deleteSession(former.session.token);
  },
};
