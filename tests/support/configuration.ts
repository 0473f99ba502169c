/**
 * Changes the configuration in force, by the functions of the command line, but in this process, which is not the
 * service's. Starting the command line itself takes a second: `admin.ts` is for the rows about it.
 */
import { inject } from "vitest";
import { applyConfiguration } from "@/lib/configuration/apply";
import { parseDocument } from "@/lib/configuration/parse";
import { COMMAND_LINE } from "@/lib/events";
import type { Member } from "@/lib/model";
import { revokeToken } from "@/lib/tokens/change/revoke";
import { rotateToken } from "@/lib/tokens/change/rotate";

/** Applies the file as JSON would carry it. Returns the organization's id. */
export async function applyFile(file: object): Promise<string> {
  takeDatabaseOfSuite();
  const document = parseDocument(JSON.parse(JSON.stringify(file)));
  return (await applyConfiguration(document, { mode: "keep data", actor: COMMAND_LINE })).organizationId;
}

export async function revoke(tokenId: string): Promise<void> {
  takeDatabaseOfSuite();
  const { kind } = await revokeToken({ tokenId, visibility: null }, { actor: COMMAND_LINE });
  if (kind !== "revoked") throw new Error(`The token ${tokenId} could not be revoked: it was ${kind}`);
}

/** Returns the token that replaces it, owned by `to` if given. Both work for an hour. */
export async function rotate(tokenId: string, to?: Member): Promise<{ id: string; text: string }> {
  takeDatabaseOfSuite();
  const target = { tokenId, visibility: null, overlapSeconds: 3_600, ...(to && { to }) } as const;
  const rotated = await rotateToken(target, { actor: COMMAND_LINE });
  if (rotated.kind !== "rotated") throw new Error(`The token ${tokenId} could not be rotated: it was ${rotated.kind}`);
  return rotated.created;
}

function takeDatabaseOfSuite(): void {
  process.env.DATABASE_URL = inject("databaseUrl");
}
