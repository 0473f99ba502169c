/** The requests of the start page: of the first entity that the caller can list, so that they can be run as they stand. */
import type { ExampleRequest } from "@/lib/public-api/reference/snippets";
import type { Reference } from "../load-reference";

export function sampleEntityKey({ caller }: Reference): string {
  const entities = caller.access.entities();
  const [first] = [...entities.filter(({ permissions }) => permissions.list), ...entities];
  return first?.entity.key ?? "deals";
}

export function sampleRequest(request: Pick<ExampleRequest, "path"> & Partial<ExampleRequest>): ExampleRequest {
  return { method: "GET", query: {}, headers: {}, body: null, ...request };
}
