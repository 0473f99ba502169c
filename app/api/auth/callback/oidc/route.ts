/** The address to which the identity provider redirects people. The only reachable route of Better Auth. */
import { redirect } from "next/navigation";
import { log } from "@/lib/process/log";
import { endProviderSignIn, providerName } from "@/lib/session/provider";

export async function GET(request: Request): Promise<Response> {
  if (providerName() === null) return new Response("Not found\n", { status: 404 });
  const answer = await endProviderSignIn(request).catch((error: unknown) => {
    log().error({ error: String(error) }, "a sign-in through the identity provider failed");
    return null;
  });
  return answer ?? redirect("/sign-in?provider=failed");
}
