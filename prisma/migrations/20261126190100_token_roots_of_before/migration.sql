-- Roots of tokens that were rotated before, apart from the column, so that nobody waits for a lock of the table meanwhile.
WITH RECURSIVE "rooted" AS (
    SELECT "id", "id" AS "root_id" FROM "tokens" WHERE "replaces_id" IS NULL
  UNION ALL
    SELECT t."id", r."root_id" FROM "rooted" r JOIN "tokens" t ON t."replaces_id" = r."id"
)
UPDATE "tokens" t SET "root_id" = r."root_id" FROM "rooted" r WHERE r."id" = t."id" AND r."id" <> r."root_id";

-- Keys of these tokens are looked up under the root from now on. The version before still looks them up under the token itself.
INSERT INTO "idempotency_keys" ("token_id", "key", "body_hash", "outcome", "created")
SELECT DISTINCT ON (t."root_id", k."key") t."root_id", k."key", k."body_hash", k."outcome", k."created"
FROM "idempotency_keys" k JOIN "tokens" t ON t."id" = k."token_id"
WHERE t."root_id" IS NOT NULL AND k."outcome" IS NOT NULL
ORDER BY t."root_id", k."key", k."created" DESC
ON CONFLICT DO NOTHING;
