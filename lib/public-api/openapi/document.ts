/** The OpenAPI 3.1 document of the API, derived from the registry, the error table and the schemas. */
import { TAGS, withDocumentation } from "../endpoints/documentation";
import { ENDPOINTS } from "../endpoints/registry";
import { errorEnvelope } from "../schemas/response";
import { deliveries, deliverySchema } from "./deliveries";
import type { Json } from "./entity/json-schema";
import { errorExamples, sharedResponses } from "./errors";
import { DESCRIPTION, documentHead, SECURITY_SCHEMES } from "./head";
import { headerComponents } from "./headers";
import { operationOf, pathOf, REQUEST_ID, schemaOf } from "./operation";

/** Used in docs/openapi.json in place of a deployment's own origin. */
export const EXAMPLE_ORIGIN = "https://records.example";

/** `origin` is the origin of the deployment, such as https://records.example. */
export function openApiDocument(origin: string): Json {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  // OpenAPI 3.1 does not support QUERY, so the description mentions it.
  for (const endpoint of ENDPOINTS.filter(({ method }) => method !== "QUERY").map(withDocumentation)) {
    const path = pathOf(endpoint);
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint, schemas) };
  }
  schemaOf(errorEnvelope, schemas);
  schemas.RecordsChanged = deliverySchema({ $ref: "#/components/schemas/Record" });
  return {
    ...documentHead(origin, DESCRIPTION),
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: deliveries("Webhooks"),
    components: {
      schemas,
      responses: sharedResponses(),
      parameters: { RequestId: REQUEST_ID },
      examples: errorExamples(),
      headers: headerComponents(),
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}
