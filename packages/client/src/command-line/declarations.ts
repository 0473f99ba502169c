/** Turns discovery into TypeScript declarations. They are flat, so that editors show them as written. */
import type { EntityDescription, FieldDescription } from "../types.js";
import { conditionsOf, type Described } from "./conditions.js";
import { namesOf } from "./names.js";
import { quoted, unionOf, valueType } from "./value-types.js";

export function declarationsOf(entities: EntityDescription[]): string {
  const names = namesOf(entities.map(({ entityKey }) => entityKey));
  const described: Described = new Map(entities.map((entity) => [entity.entityKey, entity]));
  const nameOf = (key: string) => names.get(key) ?? key;
  const parts = entities.map((entity) => entityText(entity, nameOf, described));
  const members = entities.map((entity) => memberText(entity, nameOf));
  return `${[HEAD, ...parts, `export interface Records {\n${members.join("\n")}\n}`].join("\n\n")}\n`;
}

const HEAD = `// Written by \`public-records types\` from what a token can see and do. Not to be edited: run it again.

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };`;

function entityText(entity: EntityDescription, nameOf: (key: string) => string, described: Described): string {
  const { entityKey, permissions, pluralLabel, description, fields } = entity;
  const name = nameOf(entityKey);
  const written: WrittenType = (field) => {
    const target = described.get(field.reference ?? "");
    return target !== undefined && keysOf(target).length > 0
      ? `${valueType(field)} | ${nameOf(target.entityKey)}Key`
      : valueType(field);
  };
  const createable = permissions.create ? fields.filter((field) => field.createable) : null;
  const updateable = permissions.update ? fields.filter((field) => field.updateable) : null;
  return [
    // The token may be able to read a field that cannot be queried on some records only, or not at all, so it is optional.
    `${comment([pluralLabel, description])}export interface ${name}Data ${members(fields.map((field) => member(field, { isOptional: !field.queryable })))}`,
    `export interface ${name}Record ${members([
      "id: string;",
      `entityKey: ${quoted(entityKey)};`,
      ...["created", "updated", "versionId"].map((key) => `${key}: string;`),
      `data: ${name}Data;`,
    ])}`,
    writtenText(
      `${name}Create`,
      createable?.map((field) => createMember(field, written)),
    ),
    writtenText(
      `${name}Update`,
      updateable?.map((field) => member(field, { isOptional: true, typeOf: written })),
    ),
    `export type ${name}Key = ${
      keysOf(entity)
        .map((field) => `{ ${keyOf(field)}: ${valueType(field)} }`)
        .join(" | ") || "never"
    };`,
    `export type ${name}Condition =${
      conditionsOf(entity, described)
        .map((condition) => `\n  | ${condition}`)
        .join("") || " never"
    };`,
    `export type ${name}Filter =
  | ${name}Condition
  | { and: readonly ${name}Filter[] }
  | { or: readonly ${name}Filter[] }
  | { not: ${name}Filter };`,
  ].join("\n\n");
}

/** The type in which a field is written. A reference can also be written as a key of the record that it points to. */
type WrittenType = (field: FieldDescription) => string;

/** The fields by which the token can find one record. */
function keysOf({ permissions, fields }: EntityDescription): FieldDescription[] {
  return permissions.list ? fields.filter(({ unique, queryable }) => unique && queryable) : [];
}

/** The type is `never` if the token does not have the verb. */
function writtenText(name: string, fields: string[] | undefined): string {
  if (fields === undefined) return `export type ${name} = never;`;
  if (fields.length === 0) return `export type ${name} = { [field: string]: never };`;
  return `export interface ${name} ${members(fields)}`;
}

type MemberForm = { isOptional: boolean; typeOf?: WrittenType; more?: string | null };

function member(field: FieldDescription, { isOptional, typeOf = valueType, more = null }: MemberForm): string {
  const type = typeOf(field);
  const orNull = field.required || type === "Json" ? "" : " | null";
  const sentences = [field.label, field.description, ...limitsOf(field), more, deprecationOf(field)];
  return `${comment(sentences)}${keyOf(field)}${isOptional ? "?" : ""}: ${type}${orNull};`;
}

function createMember(field: FieldDescription, typeOf: WrittenType): string {
  const more = field.default === null ? null : `Without it: ${JSON.stringify(field.default)}.`;
  return member(field, { isOptional: !field.required || field.default !== null, typeOf, more });
}

const MOMENTS = ["date", "datetime"];
const NUMBERS = ["integer", "number", "decimal"];
const GROUPED = ["text", "email", "url", "integer", "boolean", "select", "reference", ...MOMENTS];
const SYSTEM_MOMENTS = ["created", "updated"];

/** The type information that the client needs about the entity (EntityTypes). */
function memberText(entity: EntityDescription, nameOf: (key: string) => string): string {
  const { entityKey, permissions, fields, systemFields } = entity;
  const name = nameOf(entityKey);
  const queryable = fields.filter((field) => field.queryable);
  const ofTypes = (types: string[]) => queryable.filter(({ type }) => types.includes(type)).map(({ key }) => key);
  const namesOfFields = (some: { key: string }[]) => some.map(({ key }) => key);
  const listed = permissions.list;
  const whereListed = (keys: string[]) => unionOf(listed ? keys : []);
  const expanded = listed ? fields.filter(({ type, reference }) => type === "reference" && reference !== null) : [];
  return indented(
    `${keyOf({ key: entityKey })}: ${members([
      `record: ${name}Record;`,
      `create: ${name}Create;`,
      `update: ${name}Update;`,
      `filter: ${listed ? `${name}Filter` : "never"};`,
      `sort: ${whereListed(namesOfFields([...systemFields, ...fields].filter(({ sortable }) => sortable)))};`,
      `unique: ${unionOf(namesOfFields(queryable.filter(({ unique }) => unique)))};`,
      `group: ${whereListed([...ofTypes(GROUPED), ...SYSTEM_MOMENTS])};`,
      `period: ${whereListed([...ofTypes(MOMENTS), ...SYSTEM_MOMENTS])};`,
      `sum: ${whereListed(ofTypes(NUMBERS))};`,
      `extreme: ${whereListed([...ofTypes([...NUMBERS, ...MOMENTS]), ...SYSTEM_MOMENTS])};`,
      `count: ${whereListed(namesOfFields(queryable))};`,
      `expand: ${members(expanded.map((field) => `${keyOf(field)}: ${nameOf(field.reference ?? "")}Record;`))};`,
      `key: ${name}Key;`,
    ])};`,
  );
}

function members(lines: string[]): string {
  return lines.length === 0 ? "{}" : `{\n${lines.map(indented).join("\n")}\n}`;
}

function indented(text: string): string {
  return text.replace(/^/gm, "  ");
}

function keyOf({ key }: { key: string }): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key);
}

/** A tag for editors, which lasts until the end of the comment. */
function deprecationOf({ deprecation }: FieldDescription): string | null {
  if (!deprecation) return null;
  const { since, sunset, use } = deprecation;
  const removal = sunset === null ? "" : `, removed on ${sunset}`;
  return `@deprecated Since ${since}${removal}.${use === null ? "" : ` Use ${use} instead.`}`;
}

function limitsOf({ type, min, max, maxLength, unique, reference }: FieldDescription): (string | null)[] {
  return [
    FORMS[type] ?? null,
    reference && `The id of a record of ${reference}.`,
    min === null ? null : `At least ${min}.`,
    max === null ? null : `At most ${max}.`,
    maxLength === null ? null : `At most ${maxLength} characters.`,
    unique ? "Unique." : null,
  ];
}

const FORMS: { [type: string]: string } = {
  date: "A date: 2026-01-31.",
  datetime: "A date and time with offset: 2026-01-31T12:00:00.000Z.",
  decimal: 'A decimal number in a string: "12.50".',
  email: "An e-mail address.",
  url: "An http:// or https:// address.",
  integer: "An integer.",
};

/** Always one line, whatever the sentences contain. */
function comment(sentences: (string | null)[]): string {
  const text = sentences
    .map((sentence) => (sentence ?? "").replace(/[\s\p{Cc}]+/gu, " ").trim())
    .filter((sentence) => sentence !== "")
    .map((sentence) => sentence.replaceAll("*/", "*\\/").replace(/[^.!?:]$/, "$&."))
    .join(" ");
  return text === "" ? "" : `/** ${text} */\n`;
}
