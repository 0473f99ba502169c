import type { OrganizationPolicy } from "@/lib/model";

/** Refuses nothing. */
export const OPEN_POLICY: OrganizationPolicy = {
  maxLifetimeDays: null,
  allowNeverExpiring: true,
  requirePurpose: false,
  revokeUnusedAfterDays: null,
  allowedAddresses: [],
  maxLiveTokens: null,
  requireSecondFactor: null,
};
