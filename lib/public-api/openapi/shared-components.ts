/**
 * The components that the documents of callers have in common. A document has those that it points to, and no other, so that
 * they tell nothing of what its token cannot do.
 */
import type { EndpointRow } from "../endpoints/endpoint";
import { ENTITY_KEY } from "../schemas/examples";
import { errorEnvelope } from "../schemas/response";
import { SHARED_SCHEMAS } from "./entity/shared-schemas";
import { errorExamples, errorResponses, sharedResponses } from "./errors";
import { headerComponents, OCCASIONAL_HEADERS, responseHeaders } from "./headers";
import { type Json, pathParameter, queryParameter, REQUEST_ID, schemaOf } from "./operation";

const SECTIONS = ["schemas", "responses", "parameters", "examples", "headers"] as const;
type Section = (typeof SECTIONS)[number];

/** JSON text of a component, and the references in it. */
type Written = { text: string; references: readonly string[] };

export class SharedComponents {
  private readonly sections: Record<Section, Json>;
  /** By reference; null where the component is an entity's own. */
  private readonly written = new Map<string, Written | null>();

  constructor() {
    const schemas: Json = { ...SHARED_SCHEMAS };
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
  queryParameter(row: EndpointRow, name: string): { $ref: string } {
    return this.refer("parameters", nameOf(name), this.parameterOf(row, name));
  }

  /** Of a parameter whose schema is the entity's own. */
  descriptionOf(row: EndpointRow, name: string): unknown {
    return this.parameterOf(row, name).description;
  }

  private parameterOf({ parameters }: EndpointRow, name: string): Json {
    const type = parameters?.shape[name];
    if (type === undefined) throw new Error(`The endpoint has no parameter ${name}.`);
    return queryParameter(name, type, this.schemas);
  }

  headerParameters({ headers = {} }: EndpointRow): { $ref: string }[] {
    return Object.entries(headers).map(([name, header]) =>
      this.refer("parameters", nameOf(name), { name, in: "header", ...header }),
    );
  }

  notModified({ operationId, success }: EndpointRow, description: string): { $ref: string } {
    const response = { description, headers: responseHeaders(304, success.headers) };
    return this.refer("responses", `${nameOf(operationId)}304`, response);
  }

  /** The errors of a row. */
  errorResponses({ operationId, errors, safe }: EndpointRow): Json {
    const responses = Object.entries(errorResponses(errors, !safe)).map(([status, response]) => [
      status,
      isReference(response) ? response : this.refer("responses", `${nameOf(operationId)}${status}`, response),
    ]);
    return Object.fromEntries(responses);
  }

  /**
   * The components that the references name, and those that these point to: the members of each section, as JSON text.
   * `entityKey` stands in the place of the example's.
   */
  pointedTo(references: Iterable<string>, entityKey: string): Record<Section, string> {
    const found: Record<Section, string[]> = { schemas: [], responses: [], parameters: [], examples: [], headers: [] };
    const asked = new Set(references);
    // What is added on the way is visited, too.
    for (const reference of asked) {
      const [section = "", name = ""] = reference.split("/");
      const component = this.componentOf(reference, section as Section, name);
      if (component === null) continue;
      found[section as Section].push(`${JSON.stringify(name)}:${component.text}`);
      for (const further of component.references) asked.add(further);
    }
    const members = SECTIONS.map((section) => [section, found[section].join().replaceAll(EXAMPLE_KEY, entityKey)]);
    return Object.fromEntries(members) as Record<Section, string>;
  }

  private componentOf(reference: string, section: Section, name: string): Written | null {
    const known = this.written.get(reference);
    if (known !== undefined) return known;
    const component = this.sections[section]?.[name];
    if (component === undefined) return null;
    const text = JSON.stringify(component);
    const written = { text, references: referencesIn(text) };
    this.written.set(reference, written);
    return written;
  }
}

const REFERENCE = /"#\/components\/(\w+\/[^"]+)"/g;
const EXAMPLE_KEY = new RegExp(`\\b${ENTITY_KEY}\\b`, "g");

/** The components that JSON text points to, such as `schemas/Error`, each once. */
export function referencesIn(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(REFERENCE), ([, reference = ""]) => reference))];
}

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
