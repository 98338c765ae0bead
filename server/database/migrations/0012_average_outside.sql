-- What a country's properties used, bucket by bucket, over all properties that the portal manages, as
-- in country_average before; now with what gaps moved, with what the values are known by, and with
-- the largest areas, so that the portal can ask how much of it is not the asker's own.
DROP FUNCTION country_average(text, text, smallint, date[]);
--> statement-breakpoint
CREATE FUNCTION country_average(
  asked_country text, asked_category text, asked_timeframe smallint, asked_chunks date[])
RETURNS TABLE (chunk date, place integer, volume double precision, bridged double precision,
  received double precision, area double precision, properties integer, largest double precision[],
  devices double precision, interpolated_time double precision, unknown_time double precision,
  absent_time double precision)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS
$$
  SELECT rollup.chunk, bucket.place::integer, sum(bucket.volume)::double precision,
    coalesce(sum(bucket.bridged), 0)::double precision, sum(bucket.received)::double precision,
    sum(area_square_metres), count(*)::integer,
    (array_agg(area_square_metres ORDER BY area_square_metres DESC))[1:12],
    sum(m + i + e + x)::double precision, coalesce(sum(filled), 0)::double precision,
    coalesce(sum(lost), 0)::double precision, coalesce(sum(absent), 0)::double precision
  FROM property JOIN rollup ON rollup.property_id = property.id,
    LATERAL unnest(volumes, rollup.bridged, rollup.received, measured, interpolated, estimated,
      missing, rollup.interpolated_time, rollup.unknown_time, rollup.absent_time)
      WITH ORDINALITY AS bucket (volume, bridged, received, m, i, e, x, filled, lost, absent, place)
  WHERE country = asked_country AND area_square_metres > 0
    AND subject_kind = 2 AND subject_id = property.id
    AND rollup.category = asked_category AND timeframe = asked_timeframe
    AND rollup.chunk = ANY (asked_chunks) AND bucket.volume IS NOT NULL
  GROUP BY rollup.chunk, bucket.place
  HAVING count(*) >= 10 AND max(area_square_metres) * 2 <= sum(area_square_metres)
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION country_average(text, text, smallint, date[]) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION country_average(text, text, smallint, date[]) TO meterhouse_reader;
--> statement-breakpoint
-- The areas of those properties that the asker could take out of the sums: whatever the account has
-- access to, since whenever and for whatever, and what a main administrator and the
-- sub-administrators under it have, who may lay their figures together.
CREATE FUNCTION own_part_of_average(
  asked_country text, asked_category text, asked_timeframe smallint, asked_chunks date[])
RETURNS TABLE (chunk date, place integer, areas double precision[])
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS
$$
  WITH main AS (
    SELECT CASE WHEN level = 2 THEN coalesce(created_by, id) ELSE id END AS id
    FROM account WHERE id = meterhouse_account()
  ), own AS (
    SELECT DISTINCT property_id FROM main JOIN account
      ON account.id = main.id OR (account.level = 2 AND account.created_by = main.id)
    JOIN property_access ON account_id = account.id
    UNION SELECT property_id FROM property_access WHERE account_id = meterhouse_account()
  )
  SELECT rollup.chunk, bucket.place::integer, array_agg(area_square_metres)
  FROM own JOIN property ON property.id = own.property_id
    JOIN rollup ON rollup.property_id = property.id,
    LATERAL unnest(volumes) WITH ORDINALITY AS bucket (volume, place)
  WHERE country = asked_country AND area_square_metres > 0
    AND subject_kind = 2 AND subject_id = property.id
    AND rollup.category = asked_category AND timeframe = asked_timeframe
    AND rollup.chunk = ANY (asked_chunks) AND bucket.volume IS NOT NULL
  GROUP BY rollup.chunk, bucket.place
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION own_part_of_average(text, text, smallint, date[]) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION own_part_of_average(text, text, smallint, date[]) TO meterhouse_reader;
