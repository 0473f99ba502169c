/**
 * Explains what is wrong with the way a token was sent, from its form alone. It does not know which tokens exist, and never says
 * which character is wrong.
 */
import { CHECKSUM_LENGTH, ID_LENGTH, PREFIX, RANDOM_LENGTH } from "../../authentication/token-form";
import type { ApiRequest } from "../request";

/** For requests without a token of the right form. `inUrl` is true if the URL contains a token. */
export function describeCredentials(request: ApiRequest, inUrl: boolean): string {
  if (inUrl) {
    return `There is a token in the URL, where logs keep it: treat it as leaked, and rotate it. ${SEND}`;
  }
  const header = request.header("authorization");
  if (header === null) return `The request has no Authorization header. ${SEND}`;
  const text = header.trim();
  if (text.includes(",")) return `There is more than one Authorization header or token. Send one. ${SEND}`;
  const [scheme = "", ...rest] = text.split(/\s+/);
  if (rest.length === 0) {
    if (/^bearer$/i.test(scheme)) return `Authorization says Bearer, but no token follows. ${SEND}`;
    if (scheme.startsWith(PREFIX)) return `The word Bearer is missing before the token. ${SEND}`;
  }
  if (/^bearer:/i.test(scheme)) return `There is a colon after the word Bearer: leave it out. ${SEND}`;
  if (!/^bearer$/i.test(scheme)) return `Authorization has another scheme than Bearer. ${SEND}`;
  if (/^\[object\s/.test(rest.join(" "))) return `This is an object, not the token in it. ${SEND}`;
  if (header !== `${scheme} ${rest[0]}`) return `Send Bearer, one space and the token, and nothing else. ${SEND}`;
  return `${describeText(rest[0] ?? "")} ${SEND}`;
}

const LENGTH = PREFIX.length + ID_LENGTH + 1 + RANDOM_LENGTH + CHECKSUM_LENGTH;
const SEND = "Send Authorization: Bearer service_v1_….";

/** Placeholders of shells, templates and documents: ${TOKEN}, $TOKEN, {{token}}, %TOKEN%, <token>. */
const VARIABLE = /^(?:\$\{\w+\}|\$\w+|\{\{.*\}\}|\{\w+\}|%\w+%|<[^<>]*>|:\w+)$/;

function describeText(token: string): string {
  if (/^(?:undefined|null|none|nil)$/i.test(token)) return "The variable that should have the token is empty.";
  if (/^(?:your|my)?[-_]?(?:api|access)?[-_]?(?:token|key|secret)(?:[-_]?here)?$/i.test(token))
    return "This is a placeholder. Put your token in its place.";
  if (VARIABLE.test(token)) return "This is the name of a variable, which was not replaced by the token.";
  if (/["'<>{}]/.test(token)) return "The token has quotes or brackets around it: send it without them.";
  if (!token.startsWith(PREFIX)) return "This is not a token of this service: its tokens start with service_v1_.";
  if (token.length < LENGTH) return `The token looks cut off: tokens have ${LENGTH} characters. Copy it whole.`;
  if (token.length > LENGTH)
    return `The token is too long: tokens have ${LENGTH} characters. Something else was copied with it.`;
  return "The token is not the one that was issued: its checksum is wrong. Copy it again.";
}
