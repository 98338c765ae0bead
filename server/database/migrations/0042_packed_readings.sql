-- A reading in a row of its own takes 129 bytes with its index, packed with those of its month 9 to 18.
CREATE TABLE "reading_pack" (
	"property_id" bigint NOT NULL,
	"device_id" bigint NOT NULL,
	"month" date NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"instants" bigint[] NOT NULL,
	"values" bigint[] NOT NULL,
	"qualities" smallint[],
	"durations" integer[],
	CONSTRAINT "reading_pack_property_id_device_id_month_pk" PRIMARY KEY("property_id","device_id","month")
) PARTITION BY RANGE ("month");
--> statement-breakpoint
GRANT SELECT ON reading_pack TO meterhouse_reader;
--> statement-breakpoint
SELECT meterhouse_guard('reading_pack');
--> statement-breakpoint
CREATE POLICY assigned ON reading_pack FOR SELECT TO meterhouse_reader USING (
  property_id = ANY ((SELECT meterhouse_assigned())::bigint[]));
--> statement-breakpoint
CREATE OR REPLACE FUNCTION meterhouse_make_partitions(months date[], years date[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  day date;
BEGIN
  FOREACH day IN ARRAY months LOOP
    PERFORM meterhouse_attach_partition('reading', 'reading_' || to_char(day, 'YYYY_MM'),
      day || ' 00:00+00', (day + interval '1 month')::date || ' 00:00+00');
  END LOOP;
  FOREACH day IN ARRAY years LOOP
    PERFORM meterhouse_attach_partition('reading_pack', 'reading_pack_' || to_char(day, 'YYYY'),
      day::text, (day + interval '1 year')::date::text);
    PERFORM meterhouse_attach_partition('rollup', 'rollup_' || to_char(day, 'YYYY'),
      day::text, (day + interval '1 year')::date::text);
  END LOOP;
END
$$;
--> statement-breakpoint
-- All readings, packed or not: to look at. Statements that look for some of them say which months.
CREATE VIEW stored_reading WITH (security_invoker = true) AS
  SELECT property_id, device_id, at, value, quality, duration_seconds FROM reading
  UNION ALL
  SELECT property_id, device_id, to_timestamp(packed.at / 1000.0), packed.value,
    coalesce(packed.quality, 0::smallint), packed.duration
  FROM reading_pack,
    unnest(instants, "values", qualities, durations) AS packed (at, value, quality, duration);
