/** Endpoints that say whom the token acts for and which entities it can see (spec: Identity object, Entity description). */
import { tokenHint } from "../../authentication/token-form";
import { toEntityDescription, toEntitySummary } from "../../entities/view";
import { SERVICE_DESCRIPTION } from "../base-path";
import * as schemas from "../schemas/discovery";
import * as examples from "../schemas/examples";
import { type CallerRequest, type EndpointRow, jsonResult } from "./endpoint";

const LINK = { link: SERVICE_DESCRIPTION };

export const DISCOVERY = {
  me: {
    method: "GET",
    path: "/me",
    about: "caller",
    safe: true,
    operationId: "getMe",
    tag: "Token",
    summary: "Get the token and its owner",
    description: "Returns the token of the request, and the member and the organisation it acts for.",
    success: {
      status: 200,
      description: "The token and its owner.",
      schema: schemas.identity,
      example: examples.identity,
      headers: ["Link"],
    },
    checks: [],
    errors: [],
    handle: ({ caller }) => ({ ...jsonResult(toIdentityView(caller)), headers: LINK }),
  },
  "entities.list": {
    method: "GET",
    path: "/entities",
    about: "caller",
    safe: true,
    operationId: "listEntities",
    tag: "Entities",
    summary: "List entities",
    description: "Lists the entities that the token has at least one verb on, by key. The list has no pages.",
    success: {
      status: 200,
      description: "The entities.",
      schema: schemas.entityList,
      example: { items: [examples.entitySummary] },
      headers: ["Link"],
    },
    checks: [],
    errors: [],
    handle: ({ caller }) => ({
      ...jsonResult({ items: caller.access.entities().map(toEntitySummary) }),
      headers: LINK,
    }),
  },
  "entities.describe": {
    method: "GET",
    path: "/entities/:entityKey",
    about: "entity",
    verbs: [],
    safe: true,
    operationId: "getEntity",
    tag: "Entities",
    summary: "Get an entity",
    description: "Describes the fields of an entity: types, rules, and which operators filters can use.",
    success: { status: 200, description: "The entity.", schema: schemas.entityDescription },
    checks: [],
    errors: ["ENTITY_NOT_FOUND"],
    handle: ({ caller, access }) => jsonResult(toEntityDescription(access, caller.access)),
  },
} satisfies Record<string, EndpointRow>;

/** Lists the identity object field by field, so that nothing else about the caller is exposed. */
function toIdentityView({ access, configuration, member, token }: CallerRequest["caller"]) {
  const limited = token.limits.rows.length === 0 ? [] : access.entities();
  const rows = limited.flatMap(({ entity, limitedTo }) => limitedTo.map((where) => ({ entityKey: entity.key, where })));
  return {
    organizationId: configuration.organizationId,
    member: { id: member.id, name: member.name, email: member.email },
    token: { id: token.id, name: token.name, tokenHint: tokenHint(token.id) },
    ...(rows.length > 0 && { limits: { rows } }),
  };
}
