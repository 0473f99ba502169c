/** A request that is made within this process, in the form that the pipeline takes. */
import { BASE_PATH } from "./base-path";
import type { ApiRequest } from "./request";

export type InnerRequest = {
  method: string;
  /** Below the base path, with its parameters filled in. */
  path: string;
  query: Readonly<Record<string, string>>;
  /** By lower-case name. */
  headers?: Readonly<Record<string, string>>;
  body?: string | null;
  address: string;
};

export function toApiRequest(asked: InnerRequest): ApiRequest {
  const { method, path, query, body = null, address } = asked;
  const bytes = body === null ? null : Buffer.from(body);
  const ofBody = bytes === null ? {} : { "content-type": "application/json", "content-length": String(bytes.length) };
  const headers: Record<string, string> = { ...asked.headers, ...ofBody };
  const text = new URLSearchParams(query).toString();
  return {
    method,
    target: `${BASE_PATH}${path}${text === "" ? "" : `?${text}`}`,
    malformed: null,
    header: (name) => headers[name] ?? null,
    address,
    signal: () => new AbortController().signal,
    readBody: async (into) => {
      if (bytes !== null) into.take(bytes);
    },
  };
}

/** Fills in the parameters (`:name`) of a path of the registry. */
export function fillPath(template: string, parameters: Readonly<Record<string, string>>): string {
  return template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ""));
}
