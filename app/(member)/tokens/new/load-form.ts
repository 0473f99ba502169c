/** Loads what the form of a new token needs to know about its owner: the member, or a service account that they manage. */
import { loadCurrentConfiguration } from "@/lib/configuration/load";
import { publicOrigin } from "@/lib/http/origin";
import type { Member } from "@/lib/model";
import { env } from "@/lib/process/env";
import { listLiveTokens } from "@/lib/store/tokens/standing";
import type { OwnerWords } from "@/lib/tokens/owner-words";
import { describePermissions } from "@/lib/tokens/permissions";
import { ofNewTokens } from "@/lib/tokens/policy";
import { ownTokens } from "@/lib/tokens/read/visibility";
import { usualExpiry } from "./expiry-options";

export type LoadedForm = Awaited<ReturnType<typeof loadForm>>["form"];

export async function loadForm(owner: Member, words?: OwnerWords) {
  const { tokenPolicy } = await loadCurrentConfiguration(owner.organizationId);
  const [policy, now] = [ofNewTokens(tokenPolicy), new Date()];
  const form = {
    permissions: await describePermissions(owner, words),
    policy,
    // The time of the request, so that dates that are allowed when shown are allowed when sent.
    now,
    names: (await listLiveTokens(ownTokens(owner), now)).map(({ name }) => name),
    origin: publicOrigin(),
    requestsPerMinute: env().RATE_LIMIT_REQUESTS_PER_MINUTE,
  };
  return { form, usual: usualExpiry(policy, now) };
}
