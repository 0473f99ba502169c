/** The components that callers' documents share. A document contains only those that it refers to, so they reveal nothing. */
import { STATUS_CODES } from "node:http";
import type { ErrorCode } from "../../errors";
import { capitalized } from "../../messages/cut-text";
import type { EndpointRow } from "../endpoints/endpoint";
import { ENTITY_KEY, entityResults } from "../schemas/examples";
import { errorEnvelope } from "../schemas/response";
import { type Json, UUID } from "./entity/json-schema";
import { SHARED_SCHEMAS } from "./entity/shared-schemas";
import { errorExamples, errorResponses, sharedResponses, shortErrorResponse } from "./errors";
import { headerComponents, OCCASIONAL_HEADERS } from "./headers";
import { pathParameter, REQUEST_ID, schemaOf } from "./operation";

type Section = "schemas" | "responses" | "parameters" | "examples" | "headers";

/** For an entity whose records are found by id only. */
const RECORD_ID_PARAMETER = {
  ...pathParameter("recordId"),
  description: "The `id` of a record, from a list or a query.",
  schema: UUID,
};

export class SharedComponents {
  /** Operations add the schemas that they refer to here. */
  readonly schemas: Json = { ...SHARED_SCHEMAS };
  private readonly sections: Record<Section, Json> = {
    schemas: this.schemas,
    responses: sharedResponses(),
    parameters: { RequestId: REQUEST_ID, RecordId: RECORD_ID_PARAMETER, RecordKey: pathParameter("recordId") },
    examples: { ...errorExamples(), ...entityResults },
    headers: { ...headerComponents(), ...OCCASIONAL_HEADERS },
  };

  constructor() {
    schemaOf(errorEnvelope, this.schemas);
  }

  /** Adds the component if it is new, and returns its reference. A different one of the same name gets a number. */
  refer(section: Section, name: string, value: unknown): { $ref: string } {
    const components = this.sections[section];
    const text = JSON.stringify(value);
    let free = name;
    for (let number = 2; components[free] !== undefined && JSON.stringify(components[free]) !== text; number += 1)
      free = `${name}${number}`;
    components[free] = value;
    return { $ref: `#/components/${section}/${free}` };
  }

  /** The error responses of a row. Rows with the same errors share one response. */
  errorResponses(row: EndpointRow): Json {
    return errorResponses(row, (status, codes, hasDryRun) =>
      this.refer("responses", errorName(status, codes, hasDryRun), shortErrorResponse(status, codes, hasDryRun)),
    );
  }

  /** The shared components that JSON texts refer to, such as `schemas/Error`. Those of entities are left out. */
  namedIn(...texts: string[]): string[] {
    const names = new Set<string>();
    for (const text of texts) {
      for (let at = text.indexOf(POINTER); at !== -1; at = text.indexOf(POINTER, at + 1)) {
        const start = at + POINTER.length;
        names.add(text.slice(start, text.indexOf('"', start)));
      }
    }
    return [...names].filter((name) => this.find(name) !== undefined);
  }

  /** The named components, and those that these refer to in turn. */
  withReferences(names: Iterable<string>): Record<Section, Json> {
    const found: Record<Section, Json> = { schemas: {}, responses: {}, parameters: {}, examples: {}, headers: {} };
    const pending = new Set(names);
    // A `Set` also visits the names that are added during the loop.
    for (const path of pending) {
      const [section = "", name = ""] = path.split("/");
      const text = JSON.stringify(this.find(path), withoutSchemaExamples);
      found[section as Section][name] = JSON.parse(text);
      for (const further of this.namedIn(text)) pending.add(further);
    }
    return found;
  }

  private find(path: string): unknown {
    const at = path.indexOf("/");
    return this.sections[path.slice(0, at) as Section]?.[path.slice(at + 1)];
  }
}

/** Matches with its quotes: text within a string, such as a field's description, cannot contain them. */
const POINTER = '"$ref":"#/components/';

type Example = { key: string; label: string; pluralLabel: string };

/** Examples are about deals. Returns an equivalent one about an entity that the reader has. */
export function aboutEntity(object: Json, { key, label, pluralLabel }: Example): Json {
  const words: Record<string, string> = { [ENTITY_KEY]: key, Deal: label, Deals: pluralLabel };
  const text = JSON.stringify(object).replace(EXAMPLE_WORD, (word) => JSON.stringify(words[word]).slice(1, -1));
  return JSON.parse(text) as Json;
}

const EXAMPLE_WORD = new RegExp(`\\b(?:${ENTITY_KEY}|Deals?)\\b`, "g");

/** `EntityNotFound`, or `WriteEntityNotFound` where dry runs are taken. Three or more codes are named by their status. */
function errorName(status: number, codes: readonly ErrorCode[], hasDryRun: boolean): string {
  const names = codes.map((code) => inPascalCase(code.toLowerCase()));
  const name = codes.length > 2 ? (STATUS_CODES[status] ?? "").replaceAll(" ", "") : names.join("Or");
  return `${hasDryRun ? "Write" : ""}${name}`;
}

/** Drops a schema's list of examples: it is about an entity that the reader may not have. */
function withoutSchemaExamples(key: string, value: unknown): unknown {
  return key === "examples" && Array.isArray(value) ? undefined : value;
}

/** `If-None-Match` becomes `IfNoneMatch`. */
export function inPascalCase(name: string): string {
  return name.split(/[_-]/).map(capitalized).join("");
}
