-- A function with its owner's rights must not take a caller's temporary table for a real one:
-- unless they are named, temporary tables come first.
ALTER FUNCTION country_average(text, text, smallint, date[]) SET search_path = public, pg_temp;
