/** The rules for a webhook, and for how many there can be. */
import { permissionDenied } from "../access/require";
import { ApiError, type ErrorDetail } from "../errors";
import { faultOfTarget } from "../http/outbound";
import { MAX_WEBHOOK_NAME_LENGTH } from "../limits";
import type { WebhookPolicy, WebhookSettings } from "../model";

/** Throws INVALID_BODY, which names each fault. */
export function requireSettings({ name, url }: Partial<WebhookSettings>, { hosts }: WebhookPolicy): void {
  const details: ErrorDetail[] = [];
  if (name !== undefined && (name.trim() === "" || name.length > MAX_WEBHOOK_NAME_LENGTH))
    details.push({ field: "name", message: `name has 1 to ${MAX_WEBHOOK_NAME_LENGTH} characters.` });
  const fault = url === undefined ? null : faultOfTarget(url, hosts);
  if (fault !== null) details.push({ field: "url", message: fault });
  if (details.length > 0) throw invalid(details);
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
