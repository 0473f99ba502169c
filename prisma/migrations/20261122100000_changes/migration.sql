-- What happened to records, for the feed of changes (docs/decisions/0021). Every statement that writes a record leaves a row
-- here. Read and written by SQL only; Prisma knows the table so that it leaves it alone.
CREATE TABLE "changes" (
    "entity_id" UUID NOT NULL,
    -- The order in which the feed tells: by transaction, and in it by sequence. Below the oldest transaction that is still
    -- running, nothing can be added any more.
    "transaction" XID8 NOT NULL DEFAULT pg_current_xact_id(),
    "sequence" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    -- Null: every record of the entity, as when a change of configuration took a field from all of them.
    "record_id" UUID,
    -- What row scopes can ask of the record as it was; null where there was none.
    "before" JSONB,
    "created" TIMESTAMPTZ(3),
    "updated" TIMESTAMPTZ(3),
    "created_by" UUID,

    CONSTRAINT "changes_pkey" PRIMARY KEY ("entity_id", "transaction", "sequence", "at")
) PARTITION BY RANGE ("at");

-- Only within a transaction does its order matter, so each connection can take several at once.
ALTER SEQUENCE "changes_sequence_seq" CACHE 32;

-- The partitions. Prisma looks at "public" only, and so leaves them alone.
CREATE SCHEMA "change_partitions";

-- For a week that nobody has made a partition for: no write fails for want of one.
CREATE TABLE "change_partitions"."other" PARTITION OF "changes" DEFAULT;

-- Makes the partitions of this week and the next two, and drops those whose every change is older than the days that are kept.
-- Waits for no lock for long: writers would wait behind it. Whoever finds another one at it leaves it to that.
CREATE FUNCTION "keep_changes"("days" INT)
RETURNS VOID LANGUAGE plpgsql AS $$
DECLARE
    "monday" TIMESTAMPTZ := date_trunc('week', now(), 'UTC');
    "name" TEXT;
BEGIN
    IF NOT pg_try_advisory_xact_lock(hashtextextended('changes', 0)) THEN
        RETURN;
    END IF;
    PERFORM set_config('lock_timeout', '200ms', true);
    FOR "week" IN 0..2 LOOP
        "name" := 'week_' || to_char("monday" AT TIME ZONE 'UTC', 'IYYY_IW');
        IF to_regclass(format('change_partitions.%I', "name")) IS NULL AND NOT EXISTS (
            SELECT FROM "change_partitions"."other" WHERE "at" >= "monday" AND "at" < "monday" + INTERVAL '7 days'
        ) THEN
            EXECUTE format('CREATE TABLE change_partitions.%I (LIKE public.changes INCLUDING ALL)', "name");
            EXECUTE format('ALTER TABLE public.changes ATTACH PARTITION change_partitions.%I FOR VALUES FROM (%L) TO (%L)',
                "name", "monday", "monday" + INTERVAL '7 days');
        END IF;
        "monday" := "monday" + INTERVAL '7 days';
    END LOOP;
    FOR "name" IN
        SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = 'public.changes'::regclass AND c.relname ~ '^week_\d{4}_\d{2}$'
            AND to_timestamp(substr(c.relname, 6), 'IYYY_IW') + INTERVAL '8 days' < now() - make_interval(days => "days")
    LOOP
        EXECUTE format('DROP TABLE change_partitions.%I', "name");
    END LOOP;
    DELETE FROM "change_partitions"."other" WHERE "at" < now() - make_interval(days => "days");
END
$$;

SELECT "keep_changes"(30);
