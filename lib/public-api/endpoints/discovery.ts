/** Handles requests about the token and what it can use (spec: Identity object, Entity description; contract, OpenAPI). */
import { Readable } from "node:stream";
import type { Access } from "../../access/compile";
import { requireEntity } from "../../access/require";
import { tokenHint } from "../../authentication/token-form";
import { toEntityDescription, toEntitySummary } from "../../entities/view";
import { namesVersion } from "../../http/conditional-headers";
import { publicOrigin } from "../../http/origin";
import { SERVICE_DESCRIPTION } from "../base-path";
import { entities } from "../input/parameters";
import { parseParameters, type QueryString } from "../input/query-string";
import type { Rows } from "../openapi/shared-operations";
import type { Part } from "../openapi/token-document";
import { type CallerRequest, type EndpointResult, type EntityRequest, jsonResult } from "./endpoint";

const LINK = { link: SERVICE_DESCRIPTION };

/** Lists the identity object field by field, so that nothing else about the caller is exposed. */
export function identify({ caller }: CallerRequest): EndpointResult {
  const { access, configuration, member, token } = caller;
  const limited = token.limits.rows.length === 0 ? [] : access.entities();
  const rows = limited.flatMap(({ entity, limitedTo }) => limitedTo.map((where) => ({ entityKey: entity.key, where })));
  const identity = {
    organizationId: configuration.organizationId,
    member: { id: member.id, name: member.name, email: member.email },
    token: { id: token.id, name: token.name, tokenHint: tokenHint(token.id) },
    ...(rows.length > 0 && { limits: { rows } }),
  };
  return { ...jsonResult(identity), headers: LINK };
}

export function listEntities({ caller }: CallerRequest): EndpointResult {
  return { ...jsonResult({ items: caller.access.entities().map(toEntitySummary) }), headers: LINK };
}

export function describeEntity({ caller, access }: EntityRequest): EndpointResult {
  return jsonResult(toEntityDescription(access, caller.access));
}

/** Loaded apart, because few requests describe the API. A Node host loads it before its first request. */
export const loadDescription = () => import("../openapi/token-document");

/** `rows` are those of the registry, of which this endpoint is one. */
export async function describeApi({ caller, asked }: CallerRequest, rows: Rows): Promise<EndpointResult> {
  const { tokenDocument } = await loadDescription();
  const { pieces, version } = await tokenDocument(caller, rows, publicOrigin(), parsePart(asked.query, caller.access));
  if (namesVersion(asked.request.header("if-none-match"), version)) return { status: 304, data: null, version };
  return { status: 200, data: Readable.from(pieces), version };
}

/** Throws INVALID_FILTERS if the parameter is repeated, and ENTITY_NOT_FOUND as the paths of an entity do. */
function parsePart(query: QueryString, access: Access): Part {
  const { entities: keys } = parseParameters(query, { entities });
  if (keys === null) return null;
  return new Set(keys.map((key) => requireEntity(access, key).entity.key));
}
