/** Writes a request as code: for curl, in JavaScript and in Python. */
import { visible } from "../../json/indented-json";
import type { JsonValue } from "../../model";

const WRITERS = { curl: writeCurl, javascript: writeJavaScript, python: writePython };
export type Language = keyof typeof WRITERS;
export const LANGUAGES = Object.keys(WRITERS) as Language[];

/** `path` is encoded and relative to the base URL. `body` is null if there is none. */
export type ExampleRequest = {
  method: string;
  path: string;
  query: Readonly<Record<string, string | number | boolean>>;
  headers: Readonly<Record<string, string>>;
  body: JsonValue;
  /** The response has no `data` around it. */
  isWhole?: boolean;
};

/** `baseUrl` has no trailing slash. `variable` is the environment variable with the token. */
export type Target = { baseUrl: string; variable: string };

export function writeSnippet(language: Language, request: ExampleRequest, target: Target): string {
  return WRITERS[language](request, target);
}

function writeCurl(request: ExampleRequest, { baseUrl, variable }: Target): string {
  const { method, headers, body } = request;
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${inShell(urlOf(request, baseUrl))}`,
    `-H "Authorization: Bearer $${variable}"`,
    ...Object.entries(headers).map(([name, value]) => `-H ${inShell(`${name}: ${value}`)}`),
    ...(body === null ? [] : ["-H 'Content-Type: application/json'", `-d ${inShell(toText(body))}`]),
  ];
  return lines.join(" \\\n  ");
}

/** Within single quotes, only the quote itself has a meaning to a shell. */
function inShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function writeJavaScript(request: ExampleRequest, { baseUrl, variable }: Target): string {
  const { method, headers, body } = request;
  const all = { ...headers, ...(body === null ? {} : { "Content-Type": "application/json" }) };
  const options = [
    ...(method === "GET" ? [] : [`method: ${JSON.stringify(method)},`]),
    "headers: {",
    `  Authorization: \`Bearer \${process.env.${variable}}\`,`,
    ...Object.entries(all).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
    "},",
    ...(body === null ? [] : [`body: JSON.stringify(${toText(body)}),`]),
  ];
  return [
    `const response = await fetch(${JSON.stringify(urlOf(request, baseUrl))}, {`,
    indented(options.join("\n")),
    "});",
    "if (!response.ok) throw new Error(await response.text());",
    `const ${request.isWhole ? "data" : "{ data }"} = await response.json();`,
  ].join("\n");
}

function writePython(request: ExampleRequest, { baseUrl, variable }: Target): string {
  const { method, headers, body } = request;
  const options = [
    `${JSON.stringify(urlOf(request, baseUrl))},`,
    "headers={",
    `  "Authorization": f"Bearer {os.environ['${variable}']}",`,
    ...Object.entries(headers).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
    "},",
    ...(body === null ? [] : [`json=${toText(body, PYTHON_WORDS)},`]),
  ];
  return [
    "import os",
    "import requests",
    "",
    `response = requests.${method.toLowerCase()}(`,
    indented(options.join("\n")).replaceAll(/^( +)/gm, "$1$1"),
    ")",
    "if not response.ok:",
    "    raise RuntimeError(response.text)",
    `data = response.json()${request.isWhole ? "" : '["data"]'}`,
  ].join("\n");
}

function urlOf({ path, query }: ExampleRequest, baseUrl: string): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${readable(String(value))}`);
  return `${baseUrl}${path}${pairs.length === 0 ? "" : `?${pairs.join("&")}`}`;
}

/** Like `encodeURIComponent`, but leaves the commas and colons of queries unescaped. */
function readable(text: string): string {
  return encodeURIComponent(text).replaceAll("%2C", ",").replaceAll("%3A", ":");
}

function toText(value: JsonValue, words: Record<string, string> = {}): string {
  return visible(inLines(value, words));
}

const PYTHON_WORDS: Record<string, string> = { true: "True", false: "False", null: "None" };

/** Values that fit into this many characters stay on one line. */
const LINE = 60;

function inLines(value: JsonValue, words: Record<string, string>): string {
  if (value === null || typeof value === "boolean") return words[`${value}`] ?? `${value}`;
  if (typeof value !== "object") return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const items = Array.isArray(value)
    ? value.map((item) => inLines(item, words))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${inLines(item, words)}`);
  const line = `${open}${items.join(", ")}${close}`;
  if (line.length <= LINE && !line.includes("\n")) return line;
  return `${open}\n${items.map(indented).join(",\n")}\n${close}`;
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, "  ");
}
