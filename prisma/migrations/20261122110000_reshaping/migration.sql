-- Records are rewritten in batches behind the version that asks for another shape. Until the last one is done, that version
-- says how to read those of the former shape.
ALTER TABLE "configurations" ADD COLUMN "reshaping" JSONB;

-- A record's data in the shape of its entity, whichever of the two it is stored in: of one that has the new shape already,
-- nothing changes. "shape" has "renamed" (new key to former key), "options" (field to former value to new value), "added"
-- and "removed" (keys). Immutable, because indexes are built on it; it depends on its arguments alone.
CREATE FUNCTION "reshaped"("data" JSONB, "shape" JSONB)
RETURNS JSONB LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    "key" TEXT;
    "former" TEXT;
    "values" JSONB;
BEGIN
    FOR "key", "former" IN SELECT * FROM jsonb_each_text("shape" -> 'renamed') LOOP
        IF "data" ? "former" THEN
            "data" := ("data" - "former") || jsonb_build_object("key", "data" -> "former");
        END IF;
    END LOOP;
    FOR "key", "values" IN SELECT * FROM jsonb_each("shape" -> 'options') LOOP
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
    FOR "key" IN SELECT * FROM jsonb_array_elements_text("shape" -> 'added') LOOP
        IF NOT "data" ? "key" THEN
            "data" := "data" || jsonb_build_object("key", NULL);
        END IF;
    END LOOP;
    RETURN "data" - ARRAY(SELECT jsonb_array_elements_text("shape" -> 'removed'));
END
$$;
