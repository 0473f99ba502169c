/** The entity of `things.ts`, compiled without a database. */
import { compileEntity } from "@/lib/configuration/compile";
import { parseDocument } from "@/lib/configuration/parse";
import type { Entity } from "@/lib/model";
import { thingsFile } from "./things";

export const ENTITY_ID = "00000000-0000-7000-8000-0000000000e1";

export const thingsEntity: Entity = compile();

function compile(): Entity {
  const [document] = parseDocument(thingsFile("things")).entities;
  if (document === undefined) throw new Error("the file has no entity");
  return compileEntity(document, ENTITY_ID);
}
