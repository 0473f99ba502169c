/** What a person reads about a database that cannot be connected to. Errors of certificates: tests/resilience/faults/encrypted.test.ts. */
import { expect, it } from "vitest";
import { describeConnectFault } from "../../../server/connect-fault";

it.each<[string, unknown, string]>([
  [
    "a server without TLS",
    new Error("The server does not support SSL connections"),
    "The server does not support SSL connections. Switch TLS on at the database server, or leave sslmode out of DATABASE_URL.",
  ],
  [
    "a server that requires TLS",
    new Error('no pg_hba.conf entry for host "10.0.0.7", user "app", database "app", no encryption'),
    'no pg_hba.conf entry for host "10.0.0.7", user "app", database "app", no encryption. If it requires TLS, add sslmode=verify-full to DATABASE_URL.',
  ],
  ["several addresses", new AggregateError([new Error("one"), new Error("two")]), "one; two"],
  ["anything else, in its own words", new Error("password authentication failed"), "password authentication failed"],
])("%s", (_, error, text) => {
  expect(describeConnectFault(error)).toBe(text);
});
