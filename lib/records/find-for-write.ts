/** The record that an update or a delete is about (contract § 1, 9 and 10). */
import type { EntityAccess } from "../access/compile";
import { permissionDenied } from "../access/require";
import type { Verb } from "../model";
import type { Connection } from "../postgres/connection";
import { planScope } from "../query/plan";
import { findStoredRecord, type StoredRecord } from "../store/records";
import { recordNotFound } from "./read";

/**
 * Throws RECORD_NOT_FOUND where the record is neither visible nor within the scope of the verb, PERMISSION_DENIED where it
 * is visible only.
 */
export async function findForWrite(
  access: EntityAccess,
  id: string,
  verb: Verb,
  transaction?: Connection,
): Promise<StoredRecord> {
  const { entity } = access;
  const scopes = [planScope(access.scopeOf("list"), entity), planScope(access.scopeOf(verb), entity)];
  const stored = await findStoredRecord(entity.id, id, scopes, transaction);
  const [isVisible, isInScope] = stored?.inside ?? [];
  if (stored === null || (!isVisible && !isInScope)) throw recordNotFound();
  if (!isInScope) throw permissionDenied(`This token may not ${verb} this record.`, { step: "row scope" });
  return stored;
}
