-- The version before could leave records that are still to be rewritten. This one does not read them.
DO $$
BEGIN
    IF EXISTS (
        SELECT FROM "organizations" o
        JOIN "configurations" c ON c."organization_id" = o."id" AND c."version" = o."configuration_version"
        CROSS JOIN LATERAL jsonb_each(coalesce(c."reshaping", '{}')) AS r("entity", "former")
        WHERE (r."former" -> 'stays') IS DISTINCT FROM 'true'
    ) THEN
        RAISE EXCEPTION 'Records are still being rewritten by "config apply". Let it end, with the version that runs, and migrate again.';
    END IF;
END $$;

-- Of "records", the next_ columns, and of "entities", "rewritten_to" are written no more. They stay until the next version, because
-- the version before still names them.
ALTER TABLE "organizations" ADD COLUMN "paused_entities" UUID[];
