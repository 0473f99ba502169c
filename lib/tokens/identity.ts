/** The identity object (spec: Identity object): who a token acts for, field by field. */
import type { Caller } from "../authentication/authenticate";
import { tokenHint } from "../authentication/token-form";

export type Identity = {
  organizationId: string;
  member: { id: string; name: string; email: string | null };
  token: { id: string; name: string; tokenHint: string };
};

export function toIdentityView({ configuration, member, token }: Caller): Identity {
  return {
    organizationId: configuration.organizationId,
    member: { id: member.id, name: member.name, email: member.email },
    token: { id: token.id, name: token.name, tokenHint: tokenHint(token.id) },
  };
}
