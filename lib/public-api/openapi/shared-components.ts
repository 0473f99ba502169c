/**
 * The components that the documents of callers have in common. A document has those that it points to, and no other, so that
 * they tell nothing of what its token cannot do.
 */
import type { EndpointRow } from "../endpoints/endpoint";
import { ENTITY_KEY } from "../schemas/examples";
import { errorEnvelope } from "../schemas/response";
import { VALUE_SCHEMAS } from "./entity/value-schemas";
import { errorExamples, errorResponses, sharedResponses } from "./errors";
import { headerComponents, OCCASIONAL_HEADERS, responseHeaders } from "./headers";
import { type Json, pathParameter, queryParameter, REQUEST_ID, schemaOf } from "./operation";

type Section = "schemas" | "responses" | "parameters" | "examples" | "headers";

export class SharedComponents {
  private readonly sections: Record<Section, Json>;

  constructor() {
    const schemas: Json = { ...VALUE_SCHEMAS };
    schemaOf(errorEnvelope, schemas);
    this.sections = {
      schemas,
      responses: sharedResponses(),
      parameters: { RequestId: REQUEST_ID, RecordId: pathParameter("recordId") },
      examples: errorExamples(),
      headers: { ...headerComponents(), ...OCCASIONAL_HEADERS },
    };
  }

  /** Where operations add the schemas that they name. */
  get schemas(): Json {
    return this.sections.schemas;
  }

  /** The reference to a component, which is added where it is new. What has the name already keeps it. */
  refer(section: Section, name: string, value: unknown): { $ref: string } {
    const components = this.sections[section];
    const text = JSON.stringify(value);
    let free = name;
    for (let number = 2; components[free] !== undefined && JSON.stringify(components[free]) !== text; number += 1)
      free = `${name}${number}`;
    components[free] = value;
    return { $ref: `#/components/${section}/${free}` };
  }

  /** The parameter of a row's query string. */
  queryParameter({ parameters }: EndpointRow, name: string): { $ref: string } {
    const type = parameters?.shape[name];
    if (type === undefined) throw new Error(`The endpoint has no parameter ${name}.`);
    return this.refer("parameters", nameOf(name), queryParameter(name, type, this.schemas));
  }

  headerParameters({ headers = {} }: EndpointRow): { $ref: string }[] {
    return Object.entries(headers).map(([name, header]) =>
      this.refer("parameters", nameOf(name), { name, in: "header", ...header }),
    );
  }

  success({ operationId, success }: EndpointRow, response: Json): { $ref: string } {
    return this.refer("responses", `${nameOf(operationId)}${success.status}`, response);
  }

  notModified({ operationId, success }: EndpointRow, description: string): { $ref: string } {
    const response = { description, headers: responseHeaders(304, success.headers) };
    return this.refer("responses", `${nameOf(operationId)}304`, response);
  }

  /** The errors of a row. */
  errorResponses({ operationId, errors }: EndpointRow): Json {
    const responses = Object.entries(errorResponses(errors)).map(([status, response]) => [
      status,
      isReference(response) ? response : this.refer("responses", `${nameOf(operationId)}${status}`, response),
    ]);
    return Object.fromEntries(responses);
  }

  /** The components that the texts point to, and those that these point to. `entityKey` stands in the place of the example's. */
  pointedTo(texts: Iterable<string>, entityKey: string): Record<Section, Json> {
    const found: Record<Section, Json> = { schemas: {}, responses: {}, parameters: {}, examples: {}, headers: {} };
    const visit = (text: string) => {
      for (const [, section = "", name = ""] of text.matchAll(REFERENCE)) {
        const component = this.sections[section as Section]?.[name];
        if (component === undefined || found[section as Section][name] !== undefined) continue;
        const own = JSON.stringify(component).replaceAll(EXAMPLE_KEY, entityKey);
        found[section as Section][name] = JSON.parse(own);
        visit(own);
      }
    };
    for (const text of texts) visit(text);
    return found;
  }
}

const REFERENCE = /"#\/components\/(\w+)\/([^"]+)"/g;
const EXAMPLE_KEY = new RegExp(`\\b${ENTITY_KEY}\\b`, "g");

function isReference(value: unknown): boolean {
  return typeof value === "object" && value !== null && "$ref" in value;
}

/** `If-None-Match` becomes `IfNoneMatch`. */
function nameOf(name: string): string {
  return name
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}
