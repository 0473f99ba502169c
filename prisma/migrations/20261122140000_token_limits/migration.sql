-- What a token is held to beyond its scopes: fields that it cannot read, addresses from which it works, requests in a minute. Null,
-- as for every token until now: nothing of these.
ALTER TABLE "tokens" ADD COLUMN "limits" JSONB;

-- As the function of four arguments, which the version before this one goes on calling: also with the same limits.
CREATE FUNCTION "admitted"("of_token" TEXT, "with_scopes" JSONB, "with_limits" JSONB, "with_role_keys" TEXT[], "at_version" INTEGER)
RETURNS BOOLEAN LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN EXISTS (
        SELECT FROM "tokens" t
        JOIN "members" m ON m."id" = t."member_id"
        JOIN "organizations" o ON o."id" = t."organization_id"
        WHERE t."id" = "of_token" AND t."revoked" IS NULL AND (t."expires" IS NULL OR t."expires" > now())
            AND t."scopes" IS NOT DISTINCT FROM "with_scopes"
            AND t."limits" IS NOT DISTINCT FROM "with_limits"
            AND m."active" AND m."role_keys" = "with_role_keys"
            AND o."configuration_version" = "at_version"
    );
END
$$;
