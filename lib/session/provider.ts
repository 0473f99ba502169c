/** The team's own identity provider: signing in by OpenID Connect, with code flow and PKCE. Signing out ends no session there. */
import { betterAuth, type Session } from "better-auth";
import { type GenericOAuthConfig, genericOAuth } from "better-auth/plugins";
import { env } from "../process/env";
import { log } from "../process/log";
import { findCredentials, vouchFor } from "../store/people/credentials";
import { listActiveMemberships } from "../store/people/members";
import { findUserEmail, recordSignIn } from "../store/people/users";
import { auth, sessionOptions } from "./better-auth";
import { pageRequest } from "./page-request";
import { writeCookies } from "./session";
import { forgetForeignChoice } from "./visitor";

const PROVIDER_ID = "oidc";

/** Below it Better Auth answers what the provider sends people back to. */
const PROVIDER_ROUTES = "/api/auth";

let opened: Promise<ReturnType<typeof open>> | undefined;

/** Throws where the provider does not tell its configuration; it is asked again the next time. */
async function provider(): Promise<ReturnType<typeof open>> {
  opened ??= openReachable();
  return opened;
}

async function openReachable(): Promise<ReturnType<typeof open>> {
  const auth = open(providerConfig());
  const { socialProviders } = await auth.$context;
  if (socialProviders.length > 0) return auth;
  opened = undefined;
  throw new Error(
    "The identity provider did not tell its configuration. Is OIDC_ISSUER right, and reachable from here?",
  );
}

function open(config: GenericOAuthConfig) {
  const options = sessionOptions();
  return betterAuth({
    ...options,
    basePath: PROVIDER_ROUTES,
    user: { ...options.user, validateUserInfo: ({ user, source }) => refusalOf(user, source.action) },
    // The state in a cookie: somebody who only ever begins leaves nothing in the database.
    account: { storeStateStrategy: "cookie", accountLinking: { enabled: true }, updateAccountOnSignIn: false },
    databaseHooks: {
      account: { create: { before: async (account) => ({ data: { ...account, ...NO_TOKENS } }) } },
      session: { create: providerSessionHooks },
    },
    onAPIError: { errorURL: new URL("/sign-in?provider=failed", env().APP_URL).href },
    plugins: [genericOAuth({ config: [config] })],
  });
}

/** They would open the person's account at the provider, and nothing here needs them. */
const NO_TOKENS = { accessToken: null, refreshToken: null, idToken: null };

function providerConfig(): GenericOAuthConfig {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME } = env();
  if (OIDC_ISSUER === undefined || OIDC_CLIENT_ID === undefined) throw new Error("No identity provider is configured.");
  return {
    providerId: PROVIDER_ID,
    name: OIDC_NAME,
    discoveryUrl: `${OIDC_ISSUER.replace(/\/$/, "")}/.well-known/openid-configuration`,
    requireIdTokenVerification: true,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    scopes: ["openid", "email", "profile"],
    pkce: true,
    // Providers write the claim as a word now and then. Absent is not verified.
    mapProfileToUser: ({ email_verified: verified }) => ({ emailVerified: verified === true || verified === "true" }),
  };
}

/**
 * Asked at every sign-in: the address must be verified by the provider, be an active member's, and be that of the very person
 * whom the account was linked to, so that an address that has passed to somebody else takes nothing along.
 */
async function refusalOf(
  user: { id?: unknown; email?: unknown; emailVerified?: unknown },
  action: "create-user" | "link-account" | "sign-in",
): Promise<{ error: string } | undefined> {
  const email = typeof user.email === "string" ? user.email.toLowerCase() : "";
  const refuse = (reason: string) => {
    log().info({ reason }, "a sign-in through the identity provider was refused");
    return { error: "refused" };
  };
  if (user.emailVerified !== true) return refuse("the address is not verified");
  if ((await listActiveMemberships(email)).length === 0) return refuse("no active member has the address");
  if (action === "create-user") return undefined;
  const known = await findCredentials(email);
  return known?.userId === user.id ? undefined : refuse("the address is another person's now");
}

/** The provider's page to send the browser to; null where the provider cannot be had. */
export async function beginProviderSignIn({
  next,
  mode,
}: {
  next: string;
  mode: "first" | "again";
}): Promise<string | null> {
  const { headers } = await pageRequest();
  // Again: who is at the keyboard now, not who was when the provider's own session began.
  const additionalParams: Record<string, string> = mode === "again" ? { prompt: "login" } : {};
  const body = {
    provider: PROVIDER_ID,
    callbackURL: next,
    errorCallbackURL: "/sign-in?provider=failed",
    additionalParams,
  };
  const begun = await (await provider()).api.signInSocial({ body, headers, returnHeaders: true });
  await writeCookies(begun.headers);
  return begun.response.url ?? null;
}

/** Answers the browser that the provider has sent back: with a session, or with the sign-in page and no reason. */
export async function endProviderSignIn(request: Request): Promise<Response> {
  return (await provider()).handler(request);
}

/** They make a session that Better Auth begins on the way back from the provider equal to those that `session.ts` begins. */
const providerSessionHooks = {
  before: async (session: Session) => {
    const { address, requestId } = await pageRequest();
    const email = await findUserEmail(session.userId);
    await vouchFor({ userId: session.userId, email, by: { actor: email, address, requestId } });
    // Whether a second factor is asked for is the provider's to decide.
    return { data: { ...session, ipAddress: address, secondFactorAt: new Date() } };
  },
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

/** What the provider's button says; null where the team has no provider of its own. */
export function providerName(): string | null {
  return env().OIDC_NAME ?? null;
}
