/** Checks that an endpoint can respond in the format that a request accepts (docs/contract.md, Lists). */
import { ApiError } from "../../errors";
import { prefersEventStream, takesOnlyCsv } from "../../http/accept";
import type { EndpointRow } from "../endpoints/endpoint";
import type { ApiRequest } from "../request";

/** Whether the response is a stream of events. */
export function isForEvents(request: ApiRequest, { waits }: EndpointRow): boolean {
  return waits === true && prefersEventStream(request.header("accept"));
}

/** Throws INVALID_FILTERS if a read accepts only CSV and the endpoint has none: JSON would end up in a CSV file. */
export function requireKnownForm(request: ApiRequest, { safe, csv }: EndpointRow): void {
  if (!safe || csv || !takesOnlyCsv(request.header("accept"))) return;
  const message =
    "This endpoint responds with JSON only: send Accept: application/json. CSV is available for lists and queries: GET …/records and POST …/records/query.";
  throw new ApiError("INVALID_FILTERS", message);
}
