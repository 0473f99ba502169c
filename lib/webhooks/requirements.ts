/** The rules for a webhook, and for how many there can be. */
import { permissionDenied } from "../access/require";
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

/** Throws PERMISSION_DENIED. */
export function requireRoom(
  { ofToken, ofOrganization }: { ofToken: number; ofOrganization: number },
  { perToken, perOrganization }: WebhookPolicy,
): void {
  const isTokenFull = ofToken >= perToken;
  if (!isTokenFull && ofOrganization < perOrganization) return;
  const [most, whose] = isTokenFull ? [perToken, "token"] : [perOrganization, "organisation"];
  const message =
    most === 0
      ? "The policy of the organisation allows no webhooks. An administrator can change it."
      : `This ${whose} has ${most} of ${most} webhooks. Delete one that is not needed: GET /webhooks lists them.`;
  throw permissionDenied(message, { step: "webhooks" });
}
