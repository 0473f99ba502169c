-- Names as people order them: "Sensor 2" before "Sensor 10", and whatever the case of their letters. For the list of tokens.
CREATE COLLATION "names_in_order" (provider = icu, locale = 'en-u-kn-true');
