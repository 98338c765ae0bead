-- A warning's end is no part of it: what was over when the account's first day began is of before,
-- unless it is over in the instant in which it begins (server/warnings/seenSince.ts).
ALTER POLICY assigned ON warning USING (
  property_id = ANY ((SELECT meterhouse_assigned())::bigint[])
  AND (property_id, meterhouse_warned_by(alert)) IN (
    SELECT building, feature FROM meterhouse_warned())
  AND coalesce(
    greatest(first_occurrence, last_occurrence - interval '1 microsecond')
      >= ((SELECT meterhouse_first_instants()) ->> property_id::text)::timestamptz,
    true));
--> statement-breakpoint
-- What happened to it before that day.
ALTER POLICY assigned ON warning_event USING (
  property_id = ANY ((SELECT meterhouse_assigned())::bigint[])
  AND coalesce(
    at >= ((SELECT meterhouse_first_instants()) ->> property_id::text)::timestamptz, true));
--> statement-breakpoint
ALTER POLICY assigned ON device_error USING (
  property_id = ANY ((SELECT meterhouse_assigned())::bigint[])
  AND coalesce(
    at >= ((SELECT meterhouse_first_instants()) ->> property_id::text)::timestamptz, true));
--> statement-breakpoint
-- Who else of a building is told of its warnings, and was, is nobody's business.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['warning_notice', 'warning_told'] LOOP
    EXECUTE format('ALTER POLICY assigned ON %I USING (account_id = meterhouse_account()
      AND property_id = ANY ((SELECT meterhouse_assigned())::bigint[]))', name);
  END LOOP;
END
$$;
