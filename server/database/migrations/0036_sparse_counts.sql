ALTER TABLE "rollup" ALTER COLUMN "interpolated" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "rollup" ALTER COLUMN "estimated" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "rollup" ALTER COLUMN "missing" DROP NOT NULL;--> statement-breakpoint
-- As before (0012), with counts that are null where they are 0 throughout.
CREATE OR REPLACE FUNCTION country_average(
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
    sum(m + coalesce(i, 0) + coalesce(e, 0) + coalesce(x, 0))::double precision,
    coalesce(sum(filled), 0)::double precision,
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
