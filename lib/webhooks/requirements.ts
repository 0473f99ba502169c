import { ApiError, type ErrorDetail } from "../errors";
import { faultOfTarget } from "../http/outbound";
import type { WebhookPolicy } from "../model";

/** Throws INVALID_BODY if the policy allows no deliveries to the address. */
export function requireTarget(url: string, { hosts }: WebhookPolicy): void {
  const message = faultOfTarget(url, hosts);
  if (message !== null) throw invalid([{ field: "url", message }]);
}

export function invalid(details: ErrorDetail[]): ApiError {
  return new ApiError("INVALID_BODY", details.map(({ message }) => message).join(" "), { details });
}
