-- The tables, indexes and foreign keys are those of prisma/schema.prisma, by `prisma migrate diff`. The rest is written by hand, because
-- that schema cannot express it: functions, partitioning, checks, triggers and storage parameters. A test compares both.

-- Trigram indexes over "search_text".
CREATE EXTENSION IF NOT EXISTS "pg_trgm";

-- The partitions of "records" and of "changes". Prisma looks at "public" only, and so leaves them alone.
CREATE SCHEMA "record_partitions";
CREATE SCHEMA "change_partitions";

-- Orders names as people do: "Sensor 2" before "Sensor 10", ignoring case. For the list of tokens.
CREATE COLLATION "names_in_order" (provider = icu, locale = 'en-u-kn-true');

-- The members of a record's envelope that are the same for every caller, as the text that responses begin with. Stored with the
-- record, because formatting two moments costs more than all the rest of reading it. Immutable: neither pattern nor time zone depends
-- on a setting.
CREATE FUNCTION "record_head"("id" UUID, "created" TIMESTAMPTZ, "updated" TIMESTAMPTZ, "version" UUID)
RETURNS TEXT LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
    RETURN '{"id":"' || "id"
        || '","created":"' || to_char("created" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        || '","updated":"' || to_char("updated" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        || '","versionId":"' || "version" || '"';
END
$$;

CREATE TABLE "organizations" (
    "id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "configuration_version" INTEGER NOT NULL DEFAULT 0,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organizations_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "configurations" (
    "organization_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "document" JSONB NOT NULL,
    "reshaping" JSONB,
    "applied_by" TEXT NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "configurations_pkey" PRIMARY KEY ("organization_id","version"),
    CONSTRAINT "configurations_version_counts_from_1" CHECK ("version" >= 1)
);

CREATE TABLE "entities" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "rewritten_to" UUID,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "entities_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "members" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "role_keys" TEXT[],
    "admin" BOOLEAN NOT NULL DEFAULT false,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "kind" TEXT NOT NULL DEFAULT 'person',
    "managed_by" TEXT NOT NULL DEFAULT 'file',
    "keepers" TEXT[] NOT NULL DEFAULT '{}',
    "invited" TIMESTAMPTZ(3),
    "user_id" TEXT,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "members_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "members_email_is_lower_case" CHECK ("email" = lower("email")),
    CONSTRAINT "members_kind" CHECK ("kind" IN ('person', 'service')),
    CONSTRAINT "members_managed_by" CHECK ("managed_by" IN ('file', 'pages'))
);

CREATE TABLE "tokens" (
    "id" TEXT NOT NULL,
    "organization_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "purpose" TEXT NOT NULL DEFAULT '',
    "secret_hash" BYTEA NOT NULL,
    "scopes" JSONB,
    "limits" JSONB,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires" TIMESTAMPTZ(3),
    "revoked" TIMESTAMPTZ(3),
    "revoked_by" TEXT,
    "told_unused" TIMESTAMPTZ(3),
    "verbs_noted_since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "replaces_id" TEXT,

    CONSTRAINT "tokens_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "tokens_id_is_22_base62" CHECK ("id" ~ '^[0-9A-Za-z]{22}$'),
    CONSTRAINT "tokens_secret_hash_is_sha256" CHECK (octet_length("secret_hash") = 32),
    -- SQL null means everything the owner may do; JSON null must not be taken for it.
    CONSTRAINT "tokens_scopes_are_a_list" CHECK (jsonb_typeof("scopes") = 'array'),
    CONSTRAINT "tokens_replaces_another" CHECK ("replaces_id" <> "id")
);

CREATE TABLE "token_uses" (
    "token_id" TEXT NOT NULL,
    "last_used" TIMESTAMPTZ(3) NOT NULL,
    "last_used_address" TEXT NOT NULL,

    CONSTRAINT "token_uses_pkey" PRIMARY KEY ("token_id")
);

CREATE TABLE "token_addresses" (
    "token_id" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "first_used" TIMESTAMPTZ(3) NOT NULL,
    "last_used" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "token_addresses_pkey" PRIMARY KEY ("token_id","address")
);

CREATE TABLE "notices" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "organization_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "token_id" TEXT,
    "kind" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "details" JSONB NOT NULL DEFAULT '{}',
    "once" TEXT,
    "read" TIMESTAMPTZ(3),

    CONSTRAINT "notices_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "token_verb_uses" (
    "token_id" TEXT NOT NULL,
    "entity_key" TEXT NOT NULL,
    "verb" TEXT NOT NULL,
    "last_used" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "token_verb_uses_pkey" PRIMARY KEY ("token_id","entity_key","verb")
);

CREATE TABLE "token_usage" (
    "token_id" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "ok" INTEGER NOT NULL DEFAULT 0,
    "refused" INTEGER NOT NULL DEFAULT 0,
    "limited" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "codes" JSONB NOT NULL DEFAULT '{}',
    "peak" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "token_usage_pkey" PRIMARY KEY ("token_id","hour")
);

CREATE TABLE "token_days" (
    "token_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "ok" INTEGER NOT NULL DEFAULT 0,
    "denied" INTEGER NOT NULL DEFAULT 0,
    "limited" INTEGER NOT NULL DEFAULT 0,
    "peak" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "token_days_pkey" PRIMARY KEY ("token_id","day")
);

CREATE TABLE "member_usage" (
    "member_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "ok" INTEGER NOT NULL DEFAULT 0,
    "refused" INTEGER NOT NULL DEFAULT 0,
    "limited" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "durations" INTEGER[] NOT NULL DEFAULT '{}',
    "entities" JSONB NOT NULL DEFAULT '{}',
    "codes" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "member_usage_pkey" PRIMARY KEY ("member_id","hour")
);

-- The requests of a minute are added up over all processes here, before the largest minute is kept with its hour. Not logged: after
-- a crash a minute begins again.
CREATE UNLOGGED TABLE "token_minutes" (
    "token_id" TEXT NOT NULL,
    "minute" TIMESTAMPTZ(0) NOT NULL,
    "requests" INTEGER NOT NULL,

    CONSTRAINT "token_minutes_pkey" PRIMARY KEY ("token_id","minute")
);

CREATE TABLE "request_log_hours" (
    "organization_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "accepted" INTEGER NOT NULL,
    "refused" INTEGER NOT NULL,

    CONSTRAINT "request_log_hours_pkey" PRIMARY KEY ("organization_id","hour")
);

CREATE TABLE "token_calls" (
    "id" BIGSERIAL NOT NULL,
    "token_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "endpoint" TEXT NOT NULL,
    "entity_key" TEXT,
    "status" SMALLINT NOT NULL,
    "code" TEXT,
    "request_id" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "detail" JSONB,
    "organization_id" UUID NOT NULL,
    "milliseconds" REAL,
    "user_agent" TEXT,
    "limit_per_minute" INTEGER,
    "one_of" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "token_calls_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "audit_events" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "details" JSONB NOT NULL DEFAULT '{}',
    "address" TEXT,
    "request_id" TEXT,

    CONSTRAINT "audit_events_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "idempotency_keys" (
    "token_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "body_hash" BYTEA NOT NULL,
    "outcome" JSONB,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("token_id","key"),
    CONSTRAINT "idempotency_keys_body_hash_is_sha256" CHECK (octet_length("body_hash") = 32)
);

-- Each entity is a partition of its own in "record_partitions", created and indexed by `config apply`. There is no default partition:
-- a record of an unknown entity is an error, not a row that no query finds. While the unique labels or the parents of an entity
-- change to another field, records have both: what the current version uses, and in "next_…" what the next one does.
CREATE TABLE "records" (
    "entity_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "data" JSONB NOT NULL,
    "version" UUID NOT NULL,
    "label_key" TEXT,
    "parent_entity_id" UUID,
    "parent_id" UUID,
    "next_label_key" TEXT,
    "next_parent_entity_id" UUID,
    "next_parent_id" UUID,
    "created_by" UUID,
    "search_text" TEXT NOT NULL DEFAULT '',
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "bytes" INTEGER GENERATED ALWAYS AS (octet_length("data"::text)) STORED,
    "head" TEXT GENERATED ALWAYS AS ("record_head"("id", "created", "updated", "version")) STORED,

    CONSTRAINT "records_pkey" PRIMARY KEY ("entity_id","id"),
    CONSTRAINT "records_data_is_an_object" CHECK (jsonb_typeof("data") = 'object'),
    CONSTRAINT "records_parent_is_whole" CHECK (("parent_id" IS NULL) = ("parent_entity_id" IS NULL))
) PARTITION BY LIST ("entity_id");

-- What happened to records, for the feed of changes (docs/decisions/0021). Every statement that writes a record adds a row. Read and
-- written by SQL only; Prisma knows the table so that it leaves it alone.
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

CREATE TABLE "users" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "image" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "only_organization_id" UUID,
    "second_factor_since" TIMESTAMPTZ(3),

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "sessions" (
    "id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "token" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ip_address" TEXT,
    "user_agent" TEXT,
    "user_id" TEXT NOT NULL,
    "second_factor_at" TIMESTAMPTZ(3),

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "second_factors" (
    "user_id" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "last_step" INTEGER NOT NULL,
    "recovery_hashes" TEXT[],

    CONSTRAINT "second_factors_pkey" PRIMARY KEY ("user_id")
);

CREATE TABLE "accounts" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "access_token" TEXT,
    "refresh_token" TEXT,
    "id_token" TEXT,
    "access_token_expires_at" TIMESTAMPTZ(3),
    "refresh_token_expires_at" TIMESTAMPTZ(3),
    "scope" TEXT,
    "password" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "verifications" (
    "id" TEXT NOT NULL,
    "identifier" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "verifications_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "maintenance" (
    "one" BOOLEAN NOT NULL DEFAULT true,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "maintenance_pkey" PRIMARY KEY ("one"),
    -- One row, so that many processes clear what is past its time once an hour in all.
    CONSTRAINT "maintenance_one_check" CHECK ("one")
);

-- Rows that are updated often: with room in its page, a new version of a row needs no index entry.
ALTER TABLE "token_usage" SET (fillfactor = 70);
ALTER TABLE "token_days" SET (fillfactor = 70);
ALTER TABLE "member_usage" SET (fillfactor = 70);
ALTER TABLE "token_minutes" SET (fillfactor = 70);
ALTER TABLE "request_log_hours" SET (fillfactor = 70);

-- Its order matters only within a transaction, so each connection can take several values at once.
ALTER SEQUENCE "changes_sequence_seq" CACHE 32;

-- For a week without a partition: no write fails for want of one.
CREATE TABLE "change_partitions"."other" PARTITION OF "changes" DEFAULT;

CREATE UNIQUE INDEX "organizations_key_key" ON "organizations"("key");
CREATE UNIQUE INDEX "entities_organization_id_key_key" ON "entities"("organization_id", "key");
CREATE INDEX "members_email_idx" ON "members"("email");
CREATE INDEX "members_user_id_idx" ON "members"("user_id");
CREATE UNIQUE INDEX "members_organization_id_email_key" ON "members"("organization_id", "email");
CREATE UNIQUE INDEX "tokens_replaces_id_key" ON "tokens"("replaces_id");
CREATE INDEX "tokens_organization_id_created_idx" ON "tokens"("organization_id", "created");
CREATE INDEX "tokens_member_id_idx" ON "tokens"("member_id");
CREATE INDEX "token_addresses_last_used_idx" ON "token_addresses"("last_used");
CREATE INDEX "notices_member_id_at_id_idx" ON "notices"("member_id", "at" DESC, "id" DESC);
CREATE INDEX "notices_member_id_read_idx" ON "notices"("member_id", "read");
CREATE INDEX "notices_at_idx" ON "notices"("at");
CREATE UNIQUE INDEX "notices_member_id_once_key" ON "notices"("member_id", "once");
CREATE INDEX "token_usage_hour_idx" ON "token_usage"("hour");
CREATE INDEX "token_days_day_idx" ON "token_days"("day");
CREATE INDEX "member_usage_hour_idx" ON "member_usage"("hour");
CREATE INDEX "token_minutes_minute_idx" ON "token_minutes"("minute");
CREATE INDEX "request_log_hours_hour_idx" ON "request_log_hours"("hour");
CREATE INDEX "token_calls_token_id_at_idx" ON "token_calls"("token_id", "at" DESC);
CREATE INDEX "token_calls_organization_id_at_id_idx" ON "token_calls"("organization_id", "at" DESC, "id" DESC);
CREATE INDEX "token_calls_request_id_idx" ON "token_calls" USING HASH ("request_id");
CREATE INDEX "audit_events_organization_id_at_idx" ON "audit_events"("organization_id", "at" DESC);
CREATE INDEX "audit_events_organization_id_subject_at_idx" ON "audit_events"("organization_id", "subject", "at" DESC);
CREATE INDEX "idempotency_keys_created_idx" ON "idempotency_keys"("created");
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");
CREATE UNIQUE INDEX "sessions_token_key" ON "sessions"("token");
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");
CREATE INDEX "accounts_user_id_idx" ON "accounts"("user_id");
CREATE UNIQUE INDEX "accounts_provider_id_account_id_key" ON "accounts"("provider_id", "account_id");
CREATE INDEX "verifications_identifier_idx" ON "verifications"("identifier");

ALTER TABLE "configurations" ADD CONSTRAINT "configurations_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "entities" ADD CONSTRAINT "entities_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "members" ADD CONSTRAINT "members_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "members" ADD CONSTRAINT "members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_replaces_id_fkey" FOREIGN KEY ("replaces_id") REFERENCES "tokens"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "token_uses" ADD CONSTRAINT "token_uses_token_id_fkey" FOREIGN KEY ("token_id") REFERENCES "tokens"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "token_addresses" ADD CONSTRAINT "token_addresses_token_id_fkey" FOREIGN KEY ("token_id") REFERENCES "tokens"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "notices" ADD CONSTRAINT "notices_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "notices" ADD CONSTRAINT "notices_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "notices" ADD CONSTRAINT "notices_token_id_fkey" FOREIGN KEY ("token_id") REFERENCES "tokens"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "token_verb_uses" ADD CONSTRAINT "token_verb_uses_token_id_fkey" FOREIGN KEY ("token_id") REFERENCES "tokens"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "token_usage" ADD CONSTRAINT "token_usage_token_id_fkey" FOREIGN KEY ("token_id") REFERENCES "tokens"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "token_days" ADD CONSTRAINT "token_days_token_id_fkey" FOREIGN KEY ("token_id") REFERENCES "tokens"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "member_usage" ADD CONSTRAINT "member_usage_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "token_calls" ADD CONSTRAINT "token_calls_token_id_fkey" FOREIGN KEY ("token_id") REFERENCES "tokens"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "users" ADD CONSTRAINT "users_only_organization_id_fkey" FOREIGN KEY ("only_organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Append-only tables.
CREATE FUNCTION "refuse_change_of_history"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, lower(TG_OP) USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER "audit_events_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_events"
    FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_of_history"();

CREATE TRIGGER "configurations_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "configurations"
    FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_of_history"();

-- Whether the request may still act as it was admitted: the token is valid, its owner is active, and scopes, limits, roles and
-- configuration are the same. Every write checks this within its own statement. A function, because a connection plans it once and not
-- with every write. It sees what the statement sees.
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

-- The text of letters without their accents, as lib/query/accents.ts makes it; a test compares the two for every character. It
-- decomposes, removes the marks of Latin, Greek and Cyrillic letters, and composes again, so that scripts whose marks distinguish
-- letters stay as they are. Lower-case letters only: texts are lower-cased before.
CREATE FUNCTION "without_accents"("folded" TEXT)
RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN normalize(
    replace(replace(replace(replace(replace(
        translate(
            regexp_replace(normalize("folded", NFD), '[\u0300-\u036f]', '', 'g'),
            'øłđðħŧŋıſ',
            'olddhtnis'),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ĳ', 'ij'),
    NFC);

-- Creates the partitions of this week and the next two, and drops those whose every change is older than the days that are kept. Waits
-- only briefly for a lock, because writers would wait behind it. Does nothing while another process is doing it.
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

-- A record's data in the shape of its entity, whichever of the two shapes it is stored in. "nulls" has the keys that every record has
-- from now on; "renamed" is pairs of a new and a former key; "options" has, by field, the new value for each former one. Immutable,
-- because indexes are built on it. Pages call it for each record, so what is simple is an expression here and not a query.
CREATE FUNCTION "reshaped"("data" JSONB, "nulls" JSONB, "removed" TEXT[], "renamed" TEXT[], "options" JSONB)
RETURNS JSONB LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    "key" TEXT;
    "former" TEXT;
    "values" JSONB;
BEGIN
    FOR "place" IN 1 .. cardinality("renamed") / 2 LOOP
        "former" := "renamed"["place" * 2];
        IF "data" ? "former" THEN
            "data" := ("data" - "former") || jsonb_build_object("renamed"["place" * 2 - 1], "data" -> "former");
        END IF;
    END LOOP;
    IF "options" <> '{}' THEN
        FOR "key", "values" IN SELECT * FROM jsonb_each("options") LOOP
            CASE jsonb_typeof("data" -> "key")
            WHEN 'string' THEN
                "data" := jsonb_set("data", ARRAY["key"], coalesce("values" -> ("data" ->> "key"), "data" -> "key"));
            WHEN 'array' THEN
                "data" := jsonb_set("data", ARRAY["key"], (
                    SELECT coalesce(jsonb_agg(v."value" ORDER BY v."place"), '[]') FROM (
                        SELECT coalesce("values" -> (e."item" #>> '{}'), e."item") AS "value", min(e."place") AS "place"
                        FROM jsonb_array_elements("data" -> "key") WITH ORDINALITY AS e("item", "place")
                        GROUP BY 1
                    ) v));
            ELSE
                NULL;
            END CASE;
        END LOOP;
    END IF;
    RETURN ("nulls" || "data") - "removed";
END
$$;

-- The sum of two maps of counts, by key.
CREATE FUNCTION add_counts(one JSONB, other JSONB) RETURNS JSONB LANGUAGE sql IMMUTABLE AS $$
    SELECT coalesce(jsonb_object_agg(key, count), '{}') FROM (
        SELECT key, sum(value::int)::int AS count
        FROM (SELECT * FROM jsonb_each_text(one) UNION ALL SELECT * FROM jsonb_each_text(other)) both_of
        GROUP BY key) each
$$;
