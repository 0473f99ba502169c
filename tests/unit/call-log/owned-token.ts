/** An organisation of the example's shape, its member Ada, and a token of hers, for tests of what tokens did. */
import { randomBytes } from "node:crypto";
import { applyConfiguration } from "@/lib/configuration/apply";
import { parseDocument } from "@/lib/configuration/parse";
import type { Member, Scopes } from "@/lib/model";
import { findMemberByEmail } from "@/lib/store/people/members";
import { createToken } from "@/lib/tokens/change/create";
import { type ExampleFile, exampleFile } from "../configuration/example";

export type Owned = { owner: Member; organizationId: string; file: ExampleFile };

export async function newOwner(change: (file: ExampleFile) => void = () => undefined): Promise<Owned> {
  const file = exampleFile(`org${randomBytes(5).toString("hex")}`);
  change(file);
  const { organizationId } = await applyConfiguration(parseDocument(file), { mode: "keep data", actor: "test" });
  const owner = await findMemberByEmail(organizationId, "ada@acme.test");
  if (owner === null) throw new Error("the example has a member ada@acme.test");
  return { owner, organizationId, file };
}

export async function newToken(owner: Member, scopes: Scopes = null): Promise<{ id: string; text: string }> {
  const request = { name: "Sync", purpose: "Nightly sync", expires: null, scopes };
  const { id, text } = await createToken(owner, request, { actor: "test" });
  return { id, text };
}
