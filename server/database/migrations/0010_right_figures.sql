CREATE TABLE "reading_aside" (
	"property_id" bigint NOT NULL,
	"device_id" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"value" bigint NOT NULL,
	"quality" smallint NOT NULL,
	CONSTRAINT "reading_aside_property_id_device_id_at_pk" PRIMARY KEY("property_id","device_id","at")
);
--> statement-breakpoint
ALTER TABLE "rollup" ADD COLUMN "bridged" bigint[];--> statement-breakpoint
ALTER TABLE "rollup" ADD COLUMN "interpolated_time" bigint[];--> statement-breakpoint
ALTER TABLE "rollup" ADD COLUMN "unknown_time" bigint[];--> statement-breakpoint
ALTER TABLE "rollup" ADD COLUMN "absent_time" bigint[];--> statement-breakpoint
ALTER TABLE "device_state" ADD COLUMN "first_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "device_state" ADD COLUMN "flows" integer[];--> statement-breakpoint
ALTER TABLE "reading_question" ADD COLUMN "moved" bigint;--> statement-breakpoint
GRANT SELECT ON reading_aside TO meterhouse_reader;
--> statement-breakpoint
ALTER TABLE reading_aside ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY assigned ON reading_aside FOR SELECT TO meterhouse_reader USING (property_id = ANY
  (ARRAY(SELECT property_id FROM property_access WHERE account_id = meterhouse_account())));
--> statement-breakpoint
-- Devices that have readings already get their oldest one; their flows are counted when they are next
-- written to.
UPDATE device_state state SET first_at = coalesce((SELECT at FROM reading
  WHERE reading.property_id = state.property_id AND reading.device_id = state.device_id
  ORDER BY at LIMIT 1), last_at);
--> statement-breakpoint
-- The look behind the lock must see what the session has committed that held it before. to_regclass
-- answers from a cache that only a lock on a table brings up to date, so one is taken; the advisory
-- lock before it keeps the order of locks the same for all.
CREATE OR REPLACE FUNCTION meterhouse_attach_partition(parent text, name text, first_day text, end_day text)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF to_regclass(name) IS NOT NULL THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('meterhouse_ensure_partitions'));
  EXECUTE format('LOCK TABLE ONLY %I IN SHARE UPDATE EXCLUSIVE MODE', parent);
  IF to_regclass(name) IS NOT NULL THEN
    RETURN;
  END IF;
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', name, parent);
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
    parent, name, first_day, end_day);
END
$$;
--> statement-breakpoint
-- Only the months and years that are needed: between two dates there may be decades of nothing.
CREATE FUNCTION meterhouse_make_partitions(months date[], years date[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  day date;
BEGIN
  FOREACH day IN ARRAY months LOOP
    PERFORM meterhouse_attach_partition('reading', 'reading_' || to_char(day, 'YYYY_MM'),
      day || ' 00:00+00', (day + interval '1 month')::date || ' 00:00+00');
  END LOOP;
  FOREACH day IN ARRAY years LOOP
    PERFORM meterhouse_attach_partition('rollup', 'rollup_' || to_char(day, 'YYYY'),
      day::text, (day + interval '1 year')::date::text);
  END LOOP;
END
$$;
