/** The requests that two API clients make of a document when they import it, as their user would send them without a change. */
import type { Call } from "./http";
import { requireTool } from "./openapi-tools";

/** `path` has `{recordId}` and `{webhookId}` where the document has no id to give. */
export type ImportedRequest = Required<Pick<Call, "method" | "path" | "headers">> & Pick<Call, "json">;

type Named = [name: string, value: string];

const imported = (method: string, path: string, query: Named[], headers: Named[], body: string | undefined) => ({
  method,
  path: `${path.replace(/:(\w+)/g, "{$1}")}?${new URLSearchParams(query)}`,
  headers: Object.fromEntries(headers),
  ...(body === undefined || body === "" ? {} : { json: JSON.parse(body) as unknown }),
});

type BrunoValue = { name: string; value: string; enabled: boolean; type?: string };
type BrunoItem = {
  items?: BrunoItem[];
  request?: {
    method: string;
    url: string;
    params: BrunoValue[];
    headers: BrunoValue[];
    body?: { json?: string | null };
  };
};

export async function importedByBruno(document: object): Promise<ImportedRequest[]> {
  const collection = await requireTool("@usebruno/converters").openApiToBruno(structuredClone(document));
  const enabled = (values: BrunoValue[]) =>
    values.filter((each) => each.enabled && each.type !== "path").map(({ name, value }): Named => [name, value]);
  const requestsOf = (items: BrunoItem[]): ImportedRequest[] =>
    items.flatMap(({ items: inner = [], request }) => [
      ...requestsOf(inner),
      ...(request === undefined ? [] : [ofBruno(request)]),
    ]);
  const ofBruno = ({ method, url, params, headers, body }: NonNullable<BrunoItem["request"]>) =>
    imported(method, url.replace("{{baseUrl}}", ""), enabled(params), enabled(headers), body?.json ?? undefined);
  return requestsOf(collection.items);
}

type PostmanValue = { key: string; value: string };
type PostmanItem = {
  item?: PostmanItem[];
  request?: {
    method: string;
    url: { path: string[]; query: PostmanValue[] };
    header?: PostmanValue[];
    body?: { raw?: string };
  };
};

/**
 * It makes up a value for each optional parameter that has none, so only those are taken that have an example or a default:
 * `named`.
 */
export async function importedByPostman(document: object, named: readonly string[]): Promise<ImportedRequest[]> {
  const { convertV2 } = requireTool("openapi-to-postmanv2");
  const input = { type: "json", data: structuredClone(document) };
  const { item } = await new Promise<PostmanItem>((resolve, reject) =>
    convertV2(
      input,
      { parametersResolution: "Example" },
      (error: unknown, result: { output?: { data: PostmanItem }[] }) =>
        result?.output?.[0] === undefined ? reject(error ?? result) : resolve(result.output[0].data),
    ),
  );
  const known = (values: PostmanValue[] = []) =>
    values.filter(({ key }) => named.includes(key)).map(({ key, value }): Named => [key, value]);
  const requestsOf = (items: PostmanItem[] = []): ImportedRequest[] =>
    items.flatMap(({ item: inner, request }) => [
      ...requestsOf(inner),
      ...(request === undefined ? [] : [ofPostman(request)]),
    ]);
  const ofPostman = ({ method, url, header, body }: NonNullable<PostmanItem["request"]>) =>
    imported(method, `/${url.path.join("/")}`, known(url.query), known(header), body?.raw);
  return requestsOf(item);
}
