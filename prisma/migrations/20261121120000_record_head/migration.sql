-- The members of a record's envelope that are the same for every caller, as the text that answers begin with. Written once
-- with the record: to print two moments costs more than all the rest of reading it. The function is declared immutable, as a
-- stored column asks for, and is: the pattern has nothing that depends on a locale, and the zone is fixed.
CREATE FUNCTION "record_head"("id" UUID, "created" TIMESTAMPTZ, "updated" TIMESTAMPTZ, "version" UUID)
RETURNS TEXT LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
    RETURN '{"id":"' || "id"
        || '","created":"' || to_char("created" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        || '","updated":"' || to_char("updated" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        || '","versionId":"' || "version" || '"';
END
$$;

-- AlterTable
ALTER TABLE "records" ADD COLUMN "head" TEXT GENERATED ALWAYS AS ("record_head"("id", "created", "updated", "version")) STORED;
