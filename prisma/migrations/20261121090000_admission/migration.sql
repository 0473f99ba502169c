-- Whether what a request was admitted with still holds: the token stands, its owner is active, and scopes, roles and
-- configuration are the same. Every write asks it inside its own statement. A function, because a connection plans it once
-- and not with every write. Within a statement it sees what the statement sees.
CREATE FUNCTION "admitted"("of_token" TEXT, "with_scopes" JSONB, "with_role_keys" TEXT[], "at_version" INTEGER)
RETURNS BOOLEAN LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN EXISTS (
        SELECT FROM "tokens" t
        JOIN "members" m ON m."id" = t."member_id"
        JOIN "organizations" o ON o."id" = t."organization_id"
        WHERE t."id" = "of_token" AND t."revoked" IS NULL AND (t."expires" IS NULL OR t."expires" > now())
            AND t."scopes" IS NOT DISTINCT FROM "with_scopes"
            AND m."active" AND m."role_keys" = "with_role_keys"
            AND o."configuration_version" = "at_version"
    );
END
$$;
