/** OpenID Connect with the team's provider, by code flow and PKCE. Signing out here does not end the session there. */
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

let opened: Promise<ReturnType<typeof open>> | undefined;

/** Throws if the provider's configuration cannot be loaded; the next call tries again. */
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
    // Better Auth handles the provider's redirects to these paths.
    basePath: "/api/auth",
    user: { ...options.user, validateUserInfo: ({ user, source }) => refusalOf(user, source.action) },
    // The state is kept in a cookie, so an unfinished sign-in leaves nothing in the database.
    account: { storeStateStrategy: "cookie", accountLinking: { enabled: true }, updateAccountOnSignIn: false },
    databaseHooks: {
      account: { create: { before: async (account) => ({ data: { ...account, ...NO_TOKENS } }) } },
      session: { create: providerSessionHooks },
    },
    onAPIError: { errorURL: new URL("/sign-in?provider=failed", env().APP_URL).href },
    plugins: [genericOAuth({ config: [config] })],
  });
}

/** The provider's tokens give access to the person's account there, and are not needed here. */
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
    // Some providers write the claim as a string. Absent means not verified.
    mapProfileToUser: ({ email_verified: verified }) => ({ emailVerified: verified === true || verified === "true" }),
  };
}

/** Requires a verified address of an active member, and the linked person: a reused address gives its new holder no access. */
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

/** null if the provider is unreachable. */
export async function beginProviderSignIn(next: string, mode: "first" | "again"): Promise<string | null> {
  const { headers } = await pageRequest();
  // The provider has to ask for a new sign-in; its own session may belong to another person.
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

/** Responds with a session, or with the sign-in page, which gives no reason. */
export async function endProviderSignIn(request: Request): Promise<Response> {
  return (await provider()).handler(request);
}

/** These hooks make the sessions that Better Auth starts here equal to those of `session.ts`. */
const providerSessionHooks = {
  before: async (session: Session) => {
    const { address, requestId } = await pageRequest();
    const email = await findUserEmail(session.userId);
    await vouchFor({ userId: session.userId, email, by: { actor: email, address, requestId } });
    // The provider decides whether to require a second factor.
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

/** null if the team has no provider. */
export function providerName(): string | null {
  return env().OIDC_NAME ?? null;
}
