/** The two halves of signing in through the identity provider: the way there, and the way back. */
import { pageRequest } from "./page-request";
import { PROVIDER_ID, provider } from "./provider";
import { writeCookies } from "./write-cookies";

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
