/** Request ids, envelopes, paths and methods (spec: What the service does, Endpoints; contract §§ 1, 4). */
import { expect } from "vitest";
import type { Clause } from "../clause";
import { expectError, NO_ENTITY } from "../expectations";

const chapter = "What the service does";

export const EVERY_ANSWER: Clause[] = [
  {
    chapter,
    says: "A supplied request id is returned unchanged, with a success and with an error.",
    check: async ({ ask }) => {
      const headers = { "x-request-id": "conformance ~ 1" };
      for (const path of ["/me", `/entities/${NO_ENTITY}`]) {
        expect((await ask({ path, headers })).headers["x-request-id"]).toBe("conformance ~ 1");
      }
    },
  },
  {
    chapter,
    says: "Without one, each answer has a new request id.",
    check: async ({ ask }) => {
      const [first, second] = [await ask({ path: "/me" }), await ask({ path: "/me" })];
      expect(first.headers["x-request-id"]).not.toBe(second.headers["x-request-id"]);
    },
  },
  {
    chapter,
    says: "A request id of more than 200 characters is replaced.",
    check: async ({ ask }) => {
      const id = "x".repeat(201);
      expect((await ask({ path: "/me", headers: { "x-request-id": id } })).headers["x-request-id"]).not.toBe(id);
    },
  },
  {
    chapter: "Endpoints",
    says: "An unknown path is 404 in the envelope, a trailing slash and a doubled one too.",
    check: async ({ ask }) => {
      for (const path of ["/nowhere", "/me/", "//me", "/entities/"]) {
        expectError(await ask({ path }, "before the gate"), 404, "ENTITY_NOT_FOUND");
      }
    },
  },
  {
    chapter: "Endpoints",
    says: "A path that cannot be decoded is 404.",
    check: async ({ ask }) => expectError(await ask({ path: "/entities/%ff" }), 404, "ENTITY_NOT_FOUND"),
  },
  {
    chapter: "Endpoints",
    says: "A known path with another method is 405 with Allow.",
    check: async ({ ask }) => {
      const answer = await ask({ method: "PUT", path: "/me" }, "before the gate");
      expectError(answer, 405, "METHOD_NOT_ALLOWED");
      expect(answer.headers.allow).toMatch(/\bGET\b/);
    },
  },
  {
    chapter: "Endpoints",
    says: "HEAD answers as GET, without a body.",
    check: async ({ ask }) => {
      const answer = await ask({ method: "HEAD", path: "/me" });
      expect([answer.status, answer.text]).toEqual([200, ""]);
    },
  },
  {
    chapter: "Endpoints",
    says: "OPTIONS tells the methods and permits no other origin.",
    check: async ({ ask }) => {
      const headers = { origin: "https://elsewhere.test", "access-control-request-method": "GET" };
      const answer = await ask({ method: "OPTIONS", path: "/me", headers }, "before the gate");
      expect(answer.status).toBe(204);
      expect(answer.headers.allow).toMatch(/\bGET\b/);
    },
  },
  {
    chapter: "Endpoints",
    says: "A header that asks for another method is ignored.",
    check: async ({ ask }) => {
      expect((await ask({ path: "/me", headers: { "x-http-method-override": "DELETE" } })).status).toBe(200);
    },
  },
  {
    chapter: "Limits",
    says: "The token's window is told with every answer and goes down.",
    check: async ({ ask }) => {
      const left = async () => Number((await ask({ path: "/me" })).headers["x-ratelimit-remaining"]);
      const [first, second] = [await left(), await left()];
      // A new window may begin in between.
      expect(second < first || second > first + 1).toBe(true);
    },
  },
];
