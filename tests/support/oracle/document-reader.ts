/** Reads a caller's document, and sends what it offers, and what it does not, with the caller's token. */
import fc from "fast-check";
import { inject } from "vitest";
import type { JsonObject, JsonValue } from "@/lib/model";
import { type Answer, type Call, send } from "../http";
import type { Json, OpenApiDocument, Operation } from "../openapi-document";
import { errorOf } from "../organization";
import { type EntityFile, fieldIn } from "./file";
import { fillIn } from "./fill-in";
import { anyGoodData, anyQueryBody } from "./generate-asks";
import type { Caller, LiveWorld } from "./live-world";
import { everyCondition, namesOf, PLAIN_VALUE } from "./offered";
import { type Endpoint, IDS, LEGAL_BODY, requestOf } from "./offered-requests";
import { rightsOf } from "./permissions";
import { scaled, seedOf } from "./scale";

const SAMPLES = scaled(6, 40);

export class DocumentReader {
  readonly mismatches: string[] = [];
  asked = 0;

  constructor(
    private readonly live: LiveWorld,
    private readonly caller: Caller,
    private readonly document: OpenApiDocument,
  ) {}

  /** The example of each operation works; an operation that is not there is refused. */
  async asksEveryEndpoint(entity: EntityFile): Promise<void> {
    for (const endpoint of Object.keys(IDS) as Endpoint[]) {
      const operation = this.operation(entity, endpoint);
      const call = this.requestOf(entity, endpoint, this.exampleOf(entity, operation) ?? LEGAL_BODY[endpoint] ?? null);
      const answer = await this.ask(call, operation);
      if (operation !== null) this.require(isAccepted(answer, entity), `${endpoint} of the example`, call, answer);
      else this.require(isRefused(answer), `${endpoint}, which is left out`, call, answer);
    }
  }

  async asksEveryCondition(entity: EntityFile): Promise<void> {
    const operation = this.operation(entity, "query");
    const schema = { $ref: `#/components/schemas/${nameOf(entity)}Condition` };
    if (operation === null) return;
    for (const where of everyCondition(entity, this.live.world.file.entities)) {
      const isOffered = this.document.faultOf(schema, where) === null;
      await this.compare(entity, "query", { where, limit: 1 }, isOffered);
    }
  }

  /** In sort, fields, expand, groupBy and measures. */
  async namesEveryField(entity: EntityFile): Promise<void> {
    const [list, aggregate] = [this.operation(entity, "list"), this.operation(entity, "aggregate")];
    if (list === null || aggregate === null) return;
    const offered = (name: string) => {
      const schema = list.parameters.find((parameter) => parameter.name === name)?.schema ?? { not: {} };
      return (value: string) => this.document.faultOf(schema, [value]) === null;
    };
    const [sort, fields, expand] = [offered("sort"), offered("fields"), offered("expand")];
    const body = aggregate.requestBody?.content["application/json"].schema;
    for (const { name } of namesOf(entity)) {
      await this.compareList(entity, `sort=${name}:desc`, sort(`${name}:desc`));
      await this.compareList(entity, `fields=${name}`, fields(name));
      await this.compareList(entity, `expand=${name}`, expand(name));
      const groups = [name, ...["month", "hour"].map((by) => ({ field: name, by }))];
      const measures = ["count", "sum", "avg", "min", "max"].map((word) => ({ it: [word, name] }));
      const asked = [
        ...groups.map((group) => ({ groupBy: [group], measures: { records: ["count"] } })),
        ...measures.map((measure) => ({ measures: measure })),
      ];
      for (const aggregation of asked)
        await this.compare(entity, "aggregate", aggregation, this.document.faultOf(body, aggregation) === null);
    }
  }

  /** Besides what a create needs: each field by itself, with a value that any field of its type takes. */
  async writesEveryField(entity: EntityFile): Promise<void> {
    for (const [endpoint, suffix] of [
      ["create", "Create"],
      ["update", "Update"],
    ] as const) {
      const operation = this.operation(entity, endpoint);
      if (operation === null) continue;
      const schema = { $ref: `#/components/schemas/${nameOf(entity)}${suffix}` };
      const example = (this.exampleOf(entity, operation) as { data: JsonObject }).data;
      for (const { name, type } of namesOf(entity)) {
        if (this.isUnseen(entity, name)) continue;
        const data = { ...(endpoint === "create" ? example : {}), [name]: PLAIN_VALUE[type] };
        const isOffered = this.document.faultOf(schema, data) === null;
        const call = this.requestOf(entity, endpoint, { data });
        const answer = await this.ask(call, operation);
        if (isOffered) this.require(isAccepted(answer, entity), `${endpoint} with ${name}`, call, answer);
        else this.require([400, 403, 404].includes(answer.status), `${endpoint} without ${name}`, call, answer);
      }
    }
  }

  async asksAtRandom(entity: EntityFile): Promise<void> {
    const { entities } = this.live.world.file;
    const seed = seedOf(entity.fields.length);
    const tries: [Endpoint, fc.Arbitrary<JsonObject>][] = [
      ["query", anyQueryBody(entity, entities)],
      ["create", anyGoodData(entity).map((data) => ({ data }))],
      ["update", anyGoodData(entity).map((data) => ({ data }))],
    ];
    for (const [endpoint, bodies] of tries) {
      const operation = this.operation(entity, endpoint);
      const schema = operation?.requestBody?.content["application/json"].schema;
      if (operation === null || schema === undefined) continue;
      for (const drawn of fc.sample(bodies, { numRuns: SAMPLES, seed })) {
        const body = fillIn(drawn, this.live.world);
        if (this.document.faultOf(schema, body) !== null) continue;
        const call = this.requestOf(entity, endpoint, body);
        const answer = await this.ask(call, operation);
        this.require(isAccepted(answer, entity), `${endpoint} at random`, call, answer);
      }
    }
  }

  private async compareList(entity: EntityFile, query: string, isOffered: boolean): Promise<void> {
    const call = { path: `/entities/${entity.key}/records?${query}&limit=3` };
    const answer = await this.ask(call, this.operation(entity, "list"));
    this.require(answer.status === (isOffered ? 200 : 400), `${isOffered ? "with" : "without"} ${query}`, call, answer);
  }

  private async compare(entity: EntityFile, endpoint: Endpoint, body: JsonValue, isOffered: boolean): Promise<void> {
    const call = this.requestOf(entity, endpoint, body);
    const answer = await this.ask(call, this.operation(entity, endpoint));
    this.require(answer.status === (isOffered ? 200 : 400), isOffered ? "offered" : "left out", call, answer);
  }

  /** Every response has a status that the operation names, and the form given for that status. */
  private async ask(call: Call, operation: Operation | null): Promise<Answer> {
    this.asked += 1;
    const answer = await send(inject("origin"), { ...call, token: this.caller.token });
    if (operation === null) return answer;
    const response = operation.responses[answer.status];
    const schema = response?.content?.["application/json"]?.schema;
    if (schema === undefined) this.require(false, "a status that is not told", call, answer);
    else {
      const fault = this.document.faultOf(schema, answer.json);
      this.require(fault === null, `a response that does not fit: ${fault}`, call, answer);
    }
    const named = Object.keys(response?.headers ?? {}).map((name) => name.toLowerCase());
    const own = ["etag", "location", "x-dry-run", "accept-query", "retry-after"].filter(
      (name) => name in answer.headers,
    );
    this.require(
      own.every((name) => named.includes(name)),
      `headers that are not told: ${own}`,
      call,
      answer,
    );
    return answer;
  }

  private operation(entity: EntityFile, endpoint: Endpoint): Operation | null {
    return this.document.find(IDS[endpoint].replace("…", nameOf(entity)));
  }

  private exampleOf(entity: EntityFile, operation: Operation | null): JsonValue {
    const shown = operation?.requestBody?.content["application/json"].example;
    return shown === undefined ? null : (this.withRealIds(entity, shown as Json) as JsonValue);
  }

  /** References point to existing records, and versions are current. */
  private withRealIds(entity: EntityFile, example: Json): unknown {
    const real = (data: JsonObject) =>
      Object.fromEntries(
        Object.entries(data).map(([key, value]) => {
          const field = fieldIn(entity, key);
          if (field?.type !== "reference" || value === null) return [key, value];
          return [key, this.live.world.records.find((record) => record.entity === field.entity)?.id ?? value];
        }),
      );
    if ("data" in example) return { data: real(example.data as JsonObject) };
    if (!("operations" in example)) return example;
    const operations = (example.operations as JsonObject[]).map((operation) => ({
      ...operation,
      ...("id" in operation ? this.currentOf(entity) : {}),
      data: real(operation.data as JsonObject),
    }));
    return { ...example, operations };
  }

  private recordIdOf({ key }: EntityFile): string {
    const own = this.live.world.records.find((record) => record.entity === key);
    return own?.id ?? "00000000-0000-7000-8000-000000000001";
  }

  /** In an operation of a batch: the record, and its version as it is now. */
  private currentOf(entity: EntityFile): { id: string; ifMatch: string } {
    const id = this.recordIdOf(entity);
    return { id, ifMatch: this.live.world.records.find((record) => record.id === id)?.versionId ?? "*" };
  }

  private requestOf(entity: EntityFile, endpoint: Endpoint, body: JsonValue): Call {
    return requestOf(endpoint, entity.key, this.recordIdOf(entity), body);
  }

  /** Discovery does not show it, although this caller can write it. */
  private isUnseen(entity: EntityFile, name: string): boolean {
    const rights = rightsOf(this.live.world.file, this.caller, entity.key);
    const field = fieldIn(entity, name);
    return rights !== null && field !== undefined && rights.mayWrite(field) && !rights.mayRead(field);
  }

  private require(holds: boolean, what: string, call: Call, answer: Answer): void {
    if (holds) return;
    const { method = "GET", path, json } = call;
    this.mismatches.push(
      `${what}: ${method} ${path} ${JSON.stringify(json)} → ${answer.status} ${answer.text.slice(0, 300)}`,
    );
  }
}

/** The form of generated clients. */
function nameOf({ key }: EntityFile): string {
  return key.charAt(0).toUpperCase() + key.slice(1);
}

/** The request is one that the caller can send. A row scope, a lifecycle or another record may still stand in the way. */
function isAccepted(answer: Answer, entity: EntityFile): boolean {
  if (answer.status < 300) return true;
  const { code, details = [] } = errorOf(answer);
  if (answer.status === 403) return !/does not have/.test(errorOf(answer).message);
  if (["RECORD_NOT_FOUND", "DUPLICATE_LABEL", "PARENT_REFERENCE"].includes(code)) return true;
  // It refers to records that are hidden or missing.
  return (
    code === "INVALID_BODY" &&
    details.length > 0 &&
    details.every(({ field }) => fieldIn(entity, field)?.type === "reference")
  );
}

function isRefused({ status }: Answer): boolean {
  return status === 403 || status === 404;
}
