-- What a country's properties used, bucket by bucket, over all properties that the portal manages.
-- It runs with its owner's rights, past row-level security, and so it alone decides how much it
-- tells: at least ten properties, of which none has more than half of the area (the rules of
-- statistical offices against singling anyone out). Places count from 1 in a chunk's arrays.
CREATE FUNCTION country_average(
  asked_country text, asked_category text, asked_timeframe smallint, asked_chunks date[])
RETURNS TABLE (chunk date, place integer, volume double precision, received double precision,
  area double precision, properties integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS
$$
  SELECT rollup.chunk, bucket.place::integer, sum(bucket.volume)::double precision,
    sum(bucket.received)::double precision, sum(property.area_square_metres),
    count(*)::integer
  FROM property JOIN rollup ON rollup.property_id = property.id,
    LATERAL unnest(volumes, rollup.received) WITH ORDINALITY AS bucket (volume, received, place)
  WHERE country = asked_country AND area_square_metres > 0
    AND subject_kind = 2 AND subject_id = property.id
    AND rollup.category = asked_category AND timeframe = asked_timeframe
    AND rollup.chunk = ANY (asked_chunks) AND bucket.volume IS NOT NULL
  GROUP BY rollup.chunk, bucket.place
  HAVING count(*) >= 10 AND max(property.area_square_metres) * 2 <= sum(property.area_square_metres)
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION country_average(text, text, smallint, date[]) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION country_average(text, text, smallint, date[]) TO meterhouse_reader;
