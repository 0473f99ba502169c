/** The organisation file's schema for editors, as `organization.schema.json` holds it. */
import { z } from "zod";
import { documentSchema } from "./schema";

/** Draft 7 is what editors understand whole. */
export function organizationJsonSchema(): string {
  const schema = z.toJSONSchema(documentSchema, { target: "draft-7", io: "input", unrepresentable: "any" });
  return `${JSON.stringify({ ...schema, title: "Organisation file of the Public Records API" }, null, 2)}\n`;
}
