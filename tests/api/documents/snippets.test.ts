/**
 * The requests of the API reference, each in every language, pasted as they are by members of the demo: each gets what the page
 * says, and no record changes. The pages show no request that the member
 * cannot make.
 */
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { LANGUAGES, type Language } from "@/lib/public-api/reference/snippets";
import { sql } from "../../support/database-client";
import { type DemoMember, openDemo } from "../../support/demo";
import type { Call } from "../../support/http";
import { unescaped } from "../../support/page-client";
import { giveEmailPassword, signedIn } from "../../support/page-people";
import { HAS_PYTHON, run } from "../../support/pasted";
import { temporaryFolder } from "../../support/temporary-folder";

const demo = await openDemo();
const folder = temporaryFolder();
afterAll(() => folder.remove());

const PAGES: Record<DemoMember, string[]> = {
  editor: ["", "/~token", "/~webhooks", "/countries", "/cities", "/corrections"],
  reader: ["", "/~token", "/~webhooks", "/countries", "/cities"],
};

/** `refused`: the status that the page says it has now, where it is no success. */
type Snippet = { title: string; code: Record<Language, string>; refused: string | null };

async function snippetsOf(member: DemoMember): Promise<Snippet[]> {
  const client = await signedIn(inject("origin"), await giveEmailPassword(`${member}@${demo.key}.test`));
  const snippets: Snippet[] = [];
  for (const page of PAGES[member]) {
    const { text, status } = await client.get(`/reference${page}`);
    expect(status).toBe(200);
    // Each part has one request in every language, and what the page says of it.
    const shown = text.replace(/<script[\s\S]*?<\/script>/g, "");
    for (const part of shown.split('class="snippets"').slice(1)) snippets.push(toSnippet(page, part));
  }
  return snippets;
}

function toSnippet(page: string, part: string): Snippet {
  const code = (language: Language) =>
    readable(new RegExp(`data-snippet="${language}"[\\s\\S]*?<pre[^>]*>([\\s\\S]*?)</pre>`).exec(part)?.[1] ?? "");
  return {
    title: `${page} ${/name="language-([\w-]+)"/.exec(part)?.[1]}`,
    code: { curl: code("curl"), javascript: code("javascript"), python: code("python") },
    refused: /the response is (\d+)/.exec(part)?.[1] ?? null,
  };
}

const readable = (html: string) => unescaped(html.replace(/<[^>]*>/g, ""));

const END = "end of the response";

/** One process for all of them: what a snippet declares stays within it, and a refusal does not end the others. */
const PASTED: Record<Language, (codes: string[]) => [command: string, args: string[]]> = {
  curl: (codes) => [
    "bash",
    ["-c", codes.map((code) => `${code} --silent --show-error\necho; echo '${END}'`).join("\n")],
  ],
  javascript: (codes) => {
    const tried = codes.map(
      (code) =>
        `try {\n${code}\nconsole.log(JSON.stringify({ data }));\n} catch (error) { console.log(error.message); }\nconsole.log("${END}");`,
    );
    return [process.execPath, ["--input-type=module", "--eval", tried.join("\n")]];
  },
  python: (codes) => ["python3", ["-c", PYTHON, JSON.stringify(codes)]],
};
const PYTHON = `import json, sys
for code in json.loads(sys.argv[1]):
    scope = {}
    try:
        exec(code, scope)
        print(json.dumps({"data": scope["data"]}))
    except RuntimeError as error:
        print(error)
    print("${END}")
`;

/** Countries that are imported together are in no order of their own, and a few have no city. */
async function firstCountryHasCities(): Promise<boolean> {
  const [country] = await idsOf({ path: "/entities/countries/records?limit=1" });
  const ofCountry = { where: ["country", "eq", country], limit: 1 };
  const cities = await idsOf({ method: "POST", path: "/entities/cities/records/query", json: ofCountry });
  return cities.length > 0;
}

async function idsOf(call: Call): Promise<string[]> {
  const { json } = await demo.call(call);
  return (json as { data: { items: { id: string }[] } }).data.items.map(({ id }) => id);
}

/** A member who looks without a token has no webhook, so the ids are examples. */
const OF_NO_WEBHOOK = ["read", "update", "delete", "test", "replay", "rotate", "deliveries"].map(
  (name) => `/~webhooks ${name} 404`,
);

async function storedRecords(): Promise<unknown[]> {
  return sql(
    `select r.id, r.version, r.updated, r.data from records r join entities e on e.id = r.entity_id
     join organizations o on o.id = e.organization_id where o.key = $1 order by r.id`,
    [demo.key],
  );
}

describe.each(["editor", "reader"] as const)("the requests that the reference shows to the demo's %s", (member) => {
  let snippets: Snippet[] = [];
  beforeAll(async () => {
    snippets = await snippetsOf(member);
  });

  it("are all those of the start page and of each endpoint, and are refused only where the page says so", async () => {
    const { length } = snippets;
    const announced = snippets.flatMap(({ title, refused }) => (refused === null ? [] : [`${title} ${refused}`]));
    const refused = [...OF_NO_WEBHOOK, ...((await firstCountryHasCities()) ? ["/countries delete 409"] : [])];
    expect([length, announced]).toEqual(member === "editor" ? [43, refused] : [26, OF_NO_WEBHOOK]);
  });

  it.each(LANGUAGES.filter((language) => language !== "python" || HAS_PYTHON))(
    "run as they are, and change no record: %s",
    { timeout: 180_000 },
    async (language) => {
      const before = await storedRecords();
      const env = { PUBLIC_RECORDS_TOKEN: demo.token(member) };
      const codes = snippets.map(({ code }) => code[language]);
      const { stdout } = await run(...PASTED[language](codes), folder.path, env);
      const responses = stdout.split(END).slice(0, -1);
      // The OpenAPI document has no `data` around it.
      const outcomes = snippets.map(({ title }, index) => {
        return [title, /^\s*\{"(\w+)":/.exec(responses[index] ?? "")?.[1]?.replace("openapi", "data")];
      });
      expect(outcomes).toEqual(snippets.map(({ title, refused }) => [title, refused === null ? "data" : "error"]));
      expect(await storedRecords()).toEqual(before);
    },
  );
});
