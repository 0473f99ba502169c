/** The JSON Schema of the organization file, for editors, as in `docs/organization.schema.json`. */
import { z } from "zod";
import { documentSchema } from "./schema";

/** Draft 7, because editors support it completely. */
export function organizationJsonSchema(): string {
  const schema = z.toJSONSchema(documentSchema, { target: "draft-7", io: "input", unrepresentable: "any" });
  return `${JSON.stringify({ ...schema, title: "Organisation file of the Public Records API" }, null, 2)}\n`;
}
