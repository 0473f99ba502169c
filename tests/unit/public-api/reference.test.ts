/** The API reference walks the document of its reader, and leaves out none of its operations. */
import { describe, expect, it } from "vitest";
import { endpointEntries, entityEntries, fieldEntries } from "@/app/(member)/search/reference-entries";
import { compileAccess } from "@/lib/access/compile";
import { compileConfiguration } from "@/lib/configuration/compile";
import type { OrganizationDocument } from "@/lib/configuration/schema";
import type { Member, VerbWord } from "@/lib/model";
import { ROWS } from "@/lib/public-api/endpoints/registry";
import { tokenDocument } from "@/lib/public-api/openapi/token-document";
import { callerPages, operationsOf } from "@/lib/public-api/reference/operations";

const ADA = { id: "ada", organizationId: "o", name: "Ada", email: "ada@acme.test", active: true, admin: false };
const MEMBER: Member = { ...ADA, roleKeys: ["own"] };

function organizationWith(verbs: VerbWord[]): OrganizationDocument {
  return {
    organization: { key: "acme", name: "Acme" },
    entities: [
      {
        key: "deals",
        pluralLabel: "Deals",
        description: "What is being sold",
        labelField: "title",
        fields: [
          { key: "title", type: "text" },
          { key: "margin", type: "number", readVerb: "readMargin", writeVerb: "writeMargin" },
          { key: "renewal", label: "Next renewal", type: "date" },
        ],
      },
      { key: "accounts", labelField: "name", fields: [{ key: "name", type: "text" }] },
    ],
    roles: [{ key: "own", name: "Own", grants: [{ entity: "deals", verbs }] }],
    members: [],
  };
}

function readerWith(verbs: VerbWord[]) {
  const document = organizationWith(verbs);
  const entityIds = new Map(document.entities.map(({ key }) => [key, `id of ${key}`]));
  const configuration = compileConfiguration({ organizationId: "o", version: 1, document, entityIds });
  return { configuration, access: compileAccess(configuration, MEMBER, null), accessKey: verbs.join() };
}

const accessWith = (verbs: VerbWord[]) => readerWith(verbs).access;

const ALL = ["list", "create", "update", "delete"] as const;

describe("the operations of the reference", () => {
  it.each<VerbWord[][]>([[[...ALL]], [["list"]], [["create"]]])(
    "are those of the reader's document, each once, with %j",
    async (verbs) => {
      const reader = readerWith(verbs);
      const { pieces } = await tokenDocument(reader, ROWS, "https://records.example");
      const { paths, webhooks = {} } = JSON.parse(Buffer.concat(pieces).toString());
      const stated = Object.entries<object>(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      );
      const names = [...callerPages(reader.access), ...reader.access.entities().map(({ entity }) => entity.key)];
      const pages = await Promise.all(names.map((page) => operationsOf(reader, page)));
      const shown = pages.flat().filter(({ endpoint }) => endpoint !== null);
      expect(shown.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(stated.sort());
      expect(pages.flat().length - shown.length).toBe(Object.keys(webhooks).length);
    },
  );

  it("say what the document says: members and their values, required ones, codes, headers and examples", async () => {
    const operations = await operationsOf(readerWith([...ALL]), "deals");
    expect(operations.at(-1)?.slug).toBe("describe");
    const bySlug = new Map(operations.map((operation) => [operation.slug, operation]));
    const [limit, , sort] = bySlug.get("list")?.query ?? [];
    expect(limit).toMatchObject({ name: "limit", type: "integer, 1 to 500", required: false });
    expect(sort?.values).toContain("renewal:desc");
    expect(bySlug.get("update")?.headers[0]).toMatchObject({ name: "If-Match", required: true });
    expect(bySlug.get("create")?.body).toMatchObject([{ required: true, members: [{ name: "title" }, {}] }]);
    expect(bySlug.get("query")?.body[0]?.description).toBe("The filter. Without it, every record matches.");
    const missing = bySlug.get("read")?.responses.find(({ status }) => status === "404");
    expect(missing?.codes).toEqual(["ENTITY_NOT_FOUND", "RECORD_NOT_FOUND"]);
    expect(bySlug.get("read")?.responses[0]?.headers).toContain("ETag");
    const page = { data: { items: [{ entityKey: "deals" }], nextCursor: null } };
    expect(bySlug.get("list")?.examples.success).toMatchObject(page);
  });

  it("about webhooks have bodies and examples of an entity of the reader's, and what is delivered comes last", async () => {
    const operations = await operationsOf(readerWith(["list"]), "~webhooks");
    const body = { data: { url: "https://hooks.example.com/deals", entityKey: "deals" } };
    expect(operations.find(({ slug }) => slug === "create")?.examples.body).toMatchObject(body);
    expect(operations.at(-1)).toMatchObject({ title: "Records changed", method: "POST", endpoint: null });
    expect(operations.at(-1)?.headers.map(({ name }) => name)).toContain("webhook-signature");
  });
});

describe("what the reference has to be found", () => {
  const addressOf = (entityKey: string, anchor = "") => `/reference/${entityKey}#${anchor}`;
  const fields = (...verbs: VerbWord[]) => fieldEntries(accessWith(verbs), addressOf);
  const titles = (entries: { title: string }[]) => entries.map(({ title }) => title);

  it("are the entities and fields that the caller can see, with the addresses of their sections", () => {
    expect(titles(entityEntries(accessWith(["list"]), addressOf))).toEqual(["Deals"]);
    expect(titles(fields("list"))).toEqual(["Title · Deals", "Next renewal · Deals"]);
    expect(titles(fields("list", "readMargin"))).toContain("Margin · Deals");
    expect(fields("list")[1]).toMatchObject({
      detail: "deals.renewal, date",
      href: "/reference/deals#field-renewal",
      words: "renewal",
    });
  });

  it("have an endpoint about no entity on the page of its kind, for those who can use it", () => {
    const hrefs = (verb: VerbWord, text: string) =>
      endpointEntries(accessWith([verb]), text, addressOf).map(({ href }) => href);
    expect(hrefs("list", "replay")).toEqual(["/reference/~webhooks#replay"]);
    expect(hrefs("list", "openapi")).toEqual(["/reference/~token#openapi"]);
    expect(hrefs("list", "everywhere")).toEqual(["/reference/~token#search"]);
    expect([...hrefs("create", "replay"), ...hrefs("create", "everywhere")]).toEqual([]);
  });
});
