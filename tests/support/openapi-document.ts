/**
 * An OpenAPI document as its reader has it: operations by id with their references followed, and schemas that values are
 * checked against (JSON Schema 2020-12, formats included).
 */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

export type Json = Record<string, unknown>;
export type Parameter = {
  name: string;
  in: string;
  description?: string;
  required?: boolean;
  example?: unknown;
  explode?: boolean;
  allowReserved?: boolean;
  schema: Json & { items?: Json };
};
export type Media = { schema: Json; example?: unknown; examples?: Record<string, unknown> };
export type OfferedResponse = { headers?: Json; content?: Record<string, Media> };
export type Operation = {
  operationId: string;
  method: string;
  path: string;
  tags: string[];
  parameters: Parameter[];
  requestBody?: { description?: string; content: { "application/json": Media } };
  responses: Record<string, OfferedResponse>;
};

export class OpenApiDocument {
  readonly operations: ReadonlyMap<string, Operation>;
  private readonly ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: true });
  private readonly compiled = new Map<string, ValidateFunction>();

  constructor(readonly text: Json) {
    // The module is a namespace or what it exports, depending on how it was loaded.
    const add = "default" in addFormats ? (addFormats.default as unknown as typeof addFormats) : addFormats;
    (add as unknown as (ajv: Ajv2020) => void)(this.ajv);
    this.ajv.addSchema({ $id: "document", components: this.components });
    const paths = text.paths as Record<string, Record<string, Json>>;
    const all = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => this.operationOf(path, method, operation)),
    );
    this.operations = new Map(all.map((operation) => [operation.operationId, operation]));
    if (this.operations.size !== all.length) throw new Error("Two operations have one id.");
  }

  get components(): Record<string, Json> {
    return this.text.components as Record<string, Json>;
  }

  /** null if there is none with that id. */
  find(operationId: string): Operation | null {
    return this.operations.get(operationId) ?? null;
  }

  /** Says what is wrong with a value; null if nothing is. */
  faultOf(schema: unknown, value: unknown): string | null {
    const validate = this.validatorOf(schema);
    return validate(value) ? null : this.ajv.errorsText(validate.errors);
  }

  schema(name: string): Json & { properties?: Record<string, Json>; required?: string[]; enum?: string[] } {
    return (this.components.schemas?.[name] ?? {}) as Json;
  }

  /** The named examples of a body. */
  examplesOf({ examples = {} }: Media): unknown[] {
    return Object.values(examples).map((example) => this.follow<{ value: unknown }>(example).value);
  }

  private validatorOf(schema: unknown): ValidateFunction {
    const text = JSON.stringify(schema);
    const known = this.compiled.get(text);
    if (known !== undefined) return known;
    const validate = this.ajv.compile(JSON.parse(text.replaceAll('"#/components/', '"document#/components/')));
    this.compiled.set(text, validate);
    return validate;
  }

  private operationOf(path: string, method: string, operation: Json): Operation {
    const { parameters, responses } = operation as { parameters: unknown[]; responses: Json };
    return {
      ...(operation as Pick<Operation, "operationId" | "tags" | "requestBody">),
      path,
      method: method.toUpperCase(),
      parameters: parameters.map((parameter) => this.follow(parameter)),
      responses: Object.fromEntries(
        Object.entries(responses).map(([status, response]) => [status, this.follow(response)]),
      ),
    } as Operation;
  }

  private follow<T>(value: unknown): T {
    if (typeof value !== "object" || value === null || !("$ref" in value)) return value as T;
    const [, , section = "", name = ""] = String(value.$ref).split("/");
    const found = this.components[section]?.[name];
    if (found === undefined) throw new Error(`The document has no ${value.$ref}.`);
    return found as T;
  }
}
