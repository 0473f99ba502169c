-- A token's scopes bind every verb from now on. Until now further verbs (what a field or a transition asks for beyond the four)
-- came along from the owner: each older token with scopes keeps those that its owner holds today, on every entity on which it
-- has a verb. On other entities they opened nothing. The version before this one reads such scopes as it always did: it cuts the
-- four verbs and passes over the others.
WITH "held" AS (
    SELECT m."id" AS "member_id", g ->> 'entity' AS "entity", jsonb_agg(DISTINCT v) AS "verbs"
    FROM "members" m
    JOIN "organizations" o ON o."id" = m."organization_id"
    JOIN "configurations" c ON c."organization_id" = o."id" AND c."version" = o."configuration_version"
    CROSS JOIN jsonb_array_elements(c."document" -> 'roles') r
    CROSS JOIN jsonb_array_elements(r -> 'grants') g
    CROSS JOIN jsonb_array_elements(g -> 'verbs') v
    WHERE r ->> 'key' = ANY(m."role_keys") AND v NOT IN ('"list"', '"create"', '"update"', '"delete"')
    GROUP BY 1, 2
), "kept" AS (
    SELECT t."id", jsonb_agg(
        CASE WHEN h."verbs" IS NULL OR s."scope" -> 'verbs' = '[]' THEN s."scope"
            ELSE jsonb_set(s."scope", '{verbs}', (s."scope" -> 'verbs')
                || (h."verbs" - ARRAY(SELECT jsonb_array_elements_text(s."scope" -> 'verbs')))) END
        ORDER BY s."place") AS "scopes"
    FROM "tokens" t
    CROSS JOIN jsonb_array_elements(t."scopes") WITH ORDINALITY s("scope", "place")
    LEFT JOIN "held" h ON h."member_id" = t."member_id" AND h."entity" = s."scope" ->> 'entity'
    GROUP BY t."id"
)
UPDATE "tokens" t SET "scopes" = k."scopes" FROM "kept" k WHERE k."id" = t."id" AND k."scopes" <> t."scopes";
