/**
 * The documents that a release is compared by: what all organizations share, and that of a token which can do everything with two
 * entities. `tests/releases` has them of the last release. The configuration here is fixed: a new type of field is left out.
 */
import { compileAccess } from "@/lib/access/compile";
import { compileConfiguration } from "@/lib/configuration/compile";
import { parseDocument } from "@/lib/configuration/parse";
import type { FieldType } from "@/lib/model";
import { ENDPOINTS } from "@/lib/public-api/endpoints/registry";
import { EXAMPLE_ORIGIN, openApiDocument } from "@/lib/public-api/openapi/document";
import { tokenDocument } from "@/lib/public-api/openapi/token-document";

const TYPES = "integer number decimal boolean date datetime email url json".split(" ") as FieldType[];
const OPTIONS = { options: ["one", "two"] };

const FILE = {
  organization: { key: "release", name: "Release" },
  entities: [
    {
      key: "accounts",
      labelField: "name",
      uniqueLabel: true,
      fields: [{ key: "name", type: "text", required: true, maxLength: 100 }],
    },
    {
      key: "deals",
      labelField: "title",
      fields: [
        { key: "title", type: "text", required: true },
        { key: "code", type: "text", unique: true },
        { key: "stage", type: "select", ...OPTIONS, default: "one" },
        { key: "tags", type: "multiselect", ...OPTIONS },
        { key: "account", type: "reference", entity: "accounts" },
        ...TYPES.map((type) => ({ key: `${type}Field`, type })),
      ],
    },
  ],
  roles: [
    {
      key: "all",
      name: "All",
      grants: ["accounts", "deals"].map((entity) => ({ entity, verbs: ["list", "create", "update", "delete"] })),
    },
  ],
  members: [],
};

const ID = "00000000-0000-7000-8000-000000000001";
const MEMBER = { id: ID, organizationId: ID, name: "Ada", email: "ada@release.test", active: true, admin: false };

/** Keyed by file name. */
export async function releaseDocuments(): Promise<Record<string, unknown>> {
  const entityIds = new Map(FILE.entities.map(({ key }) => [key, key]));
  const configuration = compileConfiguration({
    organizationId: ID,
    version: 1,
    document: parseDocument(FILE),
    entityIds,
  });
  const access = compileAccess(configuration, { ...MEMBER, roleKeys: ["all"] }, null);
  const rows = Object.fromEntries(ENDPOINTS.map((endpoint) => [endpoint.name, endpoint]));
  const { pieces } = await tokenDocument({ configuration, access, accessKey: "release" }, rows, EXAMPLE_ORIGIN);
  return {
    "openapi.json": JSON.parse(JSON.stringify(openApiDocument(EXAMPLE_ORIGIN))),
    "token-openapi.json": JSON.parse(Buffer.concat(pieces).toString()),
  };
}
