-- A search ignores accents: the text of a letter without its marks, as lib/query/accents.ts makes it; a test compares the two
-- for every character. Taken apart, rid of the marks of Latin, Greek and Cyrillic, and put together again, so that scripts
-- whose marks tell letters apart stay as they are. Small letters only: what is searched is lower-cased before.
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

-- What is searched already. One pass over all records, and new rows for those that change: some two minutes for each million
-- of these, in which writes to them wait. The time that statements of the service have is not enough for it.
SET LOCAL statement_timeout = 0;
UPDATE "records" SET "search_text" = "without_accents"("search_text")
WHERE "search_text" ~ '[^[:ascii:]]' AND "search_text" <> "without_accents"("search_text");
