/**
 * Webhooks, as far as they show without a receiver (contract: Webhooks). Asked for by `--write --entity KEY` only. What is
 * created is paused, so nothing is sent, and is deleted again even when a clause fails.
 */
import { expect } from "vitest";
import type { Answer } from "../../support/http";
import { UUID } from "../../support/response-rules";
import { type Clause, Inapplicable } from "../clause";
import { expectError, NO_RECORD } from "../expectations";
import type { Session } from "../session";

type Webhook = { id: string; name: string; url: string; entityKey: string; state: string; publicKey: string };
type Own = { path: string; view: Webhook; etag: string; created: Answer };

/** A public name that is reserved for examples (RFC 2606). */
const URL_OF_NOBODY = "https://hooks.example.com/conformance";
const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;
const REFUSED_URLS = [
  "http://hooks.example.com/",
  "https://ada:secret@hooks.example.com/",
  "https://127.0.0.1/",
  "https://10.0.0.1/",
  "https://[::1]/",
  "https://[::ffff:192.168.0.1]/",
  "https://169.254.169.254/latest/meta-data/",
  "https://localhost/",
  "https://intranet/",
  "hooks",
];

const post = (session: Session, data: object, query = "") =>
  session.ask({ method: "POST", path: `/webhooks${query}`, json: { data } });
const bodyOf = ({ writable }: Session) => ({
  name: "conformance",
  url: URL_OF_NOBODY,
  entityKey: writable ?? "",
  paused: true,
});
const dataOf = (answer: Answer) => (answer.json as { data: Webhook & { signingSecret?: string } }).data;

/** Throws Inapplicable where the token cannot have a webhook. */
async function create(session: Session): Promise<Own> {
  const created = await post(session, bodyOf(session));
  if (created.status === 403) throw new Inapplicable(`the token cannot create a webhook: ${created.text}`);
  if (created.status === 400 && /policy/.test(created.text))
    throw new Inapplicable("the policy names the hosts that webhooks send to");
  if (created.status !== 201) throw new Error(`a webhook could not be created: ${created.status} ${created.text}`);
  const view = dataOf(created);
  return { path: `/webhooks/${view.id}`, view, etag: String(created.headers.etag), created };
}

const onOwnWebhook = (says: string, check: (session: Session, own: Own) => Promise<void>): Clause => ({
  chapter: "Webhooks",
  says,
  check: async (session) => {
    const own = await create(session);
    try {
      await check(session, own);
    } finally {
      await session.ask({ method: "DELETE", path: own.path, headers: { "if-match": "*" } });
    }
  },
});

export const WEBHOOKS: Clause[] = [
  onOwnWebhook(
    "A created webhook is 201 with Location and ETag, and shows its secret this once.",
    async (session, { path, view, etag, created }) => {
      expect(String(created.headers.location).endsWith(path)).toBe(true);
      const { signingSecret, ...shown } = dataOf(created);
      expect(signingSecret).toMatch(SECRET);
      const { paused: _, ...given } = bodyOf(session);
      expect(shown).toMatchObject({ ...given, state: "paused", reason: "PAUSED" });
      expect([view.id, view.publicKey]).toEqual([expect.stringMatching(UUID), expect.stringMatching(/^whpk_/)]);
      const read = await session.ask({ path });
      expect([read.json, read.headers.etag]).toEqual([{ data: shown }, etag]);
      const { items } = await session.data<{ items: Webhook[] }>({ path: "/webhooks" });
      expect(items.filter(({ id }) => id === view.id)).toEqual([shown]);
      expect(await session.data({ path: `${path}/deliveries` })).toEqual({ items: [] });
    },
  ),
  onOwnWebhook(
    "A change without If-Match is 428, with another version 412, with its own 200 and a new ETag.",
    async (session, { path, etag }) => {
      const patch = (headers: Record<string, string>) =>
        session.ask({ method: "PATCH", path, headers, json: { data: { name: "changed" } } });
      expectError(await patch({}), 428, "PRECONDITION_REQUIRED");
      expectError(await patch({ "if-match": '"other"' }), 412, "PRECONDITION_FAILED");
      expect((await session.data<Webhook>({ path })).name).toBe("conformance");
      const changed = await patch({ "if-match": etag });
      expect([changed.status, dataOf(changed).name, dataOf(changed).signingSecret]).toEqual([
        200,
        "changed",
        undefined,
      ]);
      expect(changed.headers.etag).not.toBe(etag);
      expectError(await patch({ "if-match": etag }), 412, "PRECONDITION_FAILED");
    },
  ),
  onOwnWebhook(
    "A deletion without If-Match is 428, with another version 412, with its own 200, and then 404.",
    async (session, { path, etag }) => {
      const remove = (headers: Record<string, string>) => session.ask({ method: "DELETE", path, headers });
      expectError(await remove({}), 428, "PRECONDITION_REQUIRED");
      expectError(await remove({ "if-match": '"other"' }), 412, "PRECONDITION_FAILED");
      expect((await remove({ "if-match": etag })).status).toBe(200);
      expectError(await remove({ "if-match": "*" }), 404, "RECORD_NOT_FOUND");
      expectError(await session.ask({ path }), 404, "RECORD_NOT_FOUND");
    },
  ),
  onOwnWebhook(
    "A rotation shows another secret, once, and keeps the version.",
    async (session, { path, view, etag, created }) => {
      const rotated = await session.ask({ method: "POST", path: `${path}/rotate` });
      expect(rotated.status).toBe(200);
      expect(dataOf(rotated).signingSecret).toMatch(SECRET);
      expect(dataOf(rotated).signingSecret).not.toBe(dataOf(created).signingSecret);
      expect(dataOf(rotated).publicKey).not.toBe(view.publicKey);
      const read = await session.ask({ path });
      expect([read.headers.etag, dataOf(read).signingSecret]).toEqual([etag, undefined]);
    },
  ),
  onOwnWebhook(
    "A URL that is no https, has a password, or leads into a private network is refused, also in a change.",
    async (session, { path, view }) => {
      for (const url of REFUSED_URLS) {
        const json = { data: { url } };
        const created = await post(session, { ...bodyOf(session), url }, "?dryRun=true");
        const changed = await session.ask({ method: "PATCH", path, headers: { "if-match": "*" }, json });
        for (const answer of [created, changed]) expectError(answer, 400, "INVALID_BODY");
      }
      expect((await session.data<Webhook>({ path })).url).toBe(view.url);
    },
  ),
  onOwnWebhook(
    "A webhook that is not the token's, or is no id, is 404 for every request, one and the same.",
    async (session) => {
      const messages = new Set<string>();
      for (const id of [NO_RECORD, "none"]) {
        for (const [method, path] of [
          ["GET", ""],
          ["PATCH", ""],
          ["DELETE", ""],
          ["GET", "/deliveries"],
          ["POST", "/rotate"],
          ["POST", "/test"],
        ] as const) {
          const json = method === "PATCH" ? { data: { name: "x" } } : undefined;
          const answer = await session.ask({ method, path: `/webhooks/${id}${path}`, ...(json && { json }) });
          expectError(answer, 404, "RECORD_NOT_FOUND");
          messages.add((answer.json as { error: { message: string } }).error.message);
        }
      }
      expect(messages.size).toBe(1);
    },
  ),
  onOwnWebhook("A dry run creates nothing.", async (session, { view }) => {
    const listed = async () => (await session.data<{ items: Webhook[] }>({ path: "/webhooks" })).items;
    const before = await listed();
    const answer = await post(session, bodyOf(session), "?dryRun=true");
    expect([answer.status, answer.headers["x-dry-run"]]).toEqual([201, "true"]);
    expect((await listed()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(before.map(({ id }) => id)).toContain(view.id);
  }),
];
