-- Records are rewritten in batches behind the version that asks for another shape. Until the last one is done, that version
-- says how to read those of the former shape.
ALTER TABLE "configurations" ADD COLUMN "reshaping" JSONB;

-- A record's data in the shape of its entity, whichever of the two it is stored in: of one that has the new shape already,
-- nothing changes. "nulls" has the keys that every record has from now on. "renamed" is pairs of a new and a former key.
-- "options" has by the key of their field the new value for each former one. Immutable, because indexes are built on it; it
-- depends on its arguments alone. Pages call it for each record: what is simple here is an expression, and no query.
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
