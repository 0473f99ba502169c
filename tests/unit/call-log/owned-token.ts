/** An organization of the example's shape, its member Ada, and a token of hers, for tests of what tokens did. */

import type { Member, Scopes } from "@/lib/model";
import { createToken } from "@/lib/tokens/change/create";
import type { ExampleFile } from "../configuration/example";
import { openOwners } from "../tokens/owners";

export type Owned = { owner: Member; organizationId: string; file: ExampleFile };

export async function newOwner(change: (file: ExampleFile) => void = () => undefined): Promise<Owned> {
  const { ada, organizationId, file } = await openOwners(change);
  return { owner: ada, organizationId, file };
}

export async function newToken(owner: Member, scopes: Scopes = null): Promise<{ id: string; text: string }> {
  const request = { name: "Sync", purpose: "Nightly sync", expires: null, scopes };
  const { id, text } = await createToken(owner, request, { actor: "test" });
  return { id, text };
}
