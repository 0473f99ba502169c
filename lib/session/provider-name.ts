/** Whether the team has an identity provider of its own, and what its button says. */
import { env } from "../env";

export function providerName(): string | null {
  return env().OIDC_NAME ?? null;
}
