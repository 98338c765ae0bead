-- Row-level security in words that Citus takes: «Subqueries are not supported in policies on
-- distributed tables», so the subquery moves into a function. On a plain server the migrations'
-- own policies stay, for there a subquery is computed once and a function for each row.
CREATE OR REPLACE FUNCTION meterhouse_properties() RETURNS bigint[]
LANGUAGE sql STABLE PARALLEL SAFE
SET search_path = public, pg_temp
-- On a shard Citus refuses a function that reads another table, unless it is told so. This one
-- reads reference tables alone, which each node has whole.
SET citus.allow_nested_distributed_execution = on
AS $$ SELECT ARRAY(
  SELECT property_id
  FROM property_access access JOIN permission_package package ON package.id = access.package_id
  WHERE account_id = meterhouse_account() AND (meterhouse_features() IS NULL OR ARRAY(
    SELECT unnest(meterhouse_features()) INTERSECT SELECT unnest(package.features)
  ) && coalesce(access.features, package.features))) $$;
--> statement-breakpoint
-- When an account's rights to a building begin.
CREATE OR REPLACE FUNCTION meterhouse_since(building bigint) RETURNS date
LANGUAGE sql STABLE PARALLEL SAFE
SET search_path = public, pg_temp
SET citus.allow_nested_distributed_execution = on
AS $$ SELECT coalesce(access_since, '-infinity') FROM property_access
  WHERE account_id = meterhouse_account() AND property_id = building $$;
--> statement-breakpoint
-- Which features an account has in a building.
CREATE OR REPLACE FUNCTION meterhouse_granted(building bigint) RETURNS text[]
LANGUAGE sql STABLE PARALLEL SAFE
SET search_path = public, pg_temp
SET citus.allow_nested_distributed_execution = on
AS $$ SELECT ARRAY(
    SELECT unnest(package.features)
    INTERSECT SELECT unnest(coalesce(access.features, package.features)))
  FROM property_access access JOIN permission_package package ON package.id = access.package_id
  WHERE account_id = meterhouse_account() AND property_id = building $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION meterhouse_zone(building bigint) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE
SET search_path = public, pg_temp
SET citus.allow_nested_distributed_execution = on
AS $$ SELECT time_zone FROM property WHERE id = building $$;
--> statement-breakpoint
ALTER POLICY assigned ON property USING (id = ANY (meterhouse_properties()));
--> statement-breakpoint
ALTER POLICY assigned ON tenant USING (property_id = ANY (meterhouse_properties()));
--> statement-breakpoint
ALTER POLICY assigned ON device USING (property_id = ANY (meterhouse_properties()));
--> statement-breakpoint
ALTER POLICY assigned ON installation USING (property_id = ANY (meterhouse_properties()));
--> statement-breakpoint
ALTER POLICY assigned ON reading USING (property_id = ANY (meterhouse_properties()));
--> statement-breakpoint
ALTER POLICY assigned ON reading_pack USING (property_id = ANY (meterhouse_properties()));
--> statement-breakpoint
ALTER POLICY assigned ON rollup USING (property_id = ANY (meterhouse_properties()));
--> statement-breakpoint
ALTER POLICY assigned ON reading_question USING (property_id = ANY (meterhouse_properties()));
--> statement-breakpoint
ALTER POLICY assigned ON reading_explanation USING (property_id = ANY (meterhouse_properties()));
--> statement-breakpoint
ALTER POLICY assigned ON reading_correction USING (property_id = ANY (meterhouse_properties()));
--> statement-breakpoint
ALTER POLICY assigned ON reading_aside USING (property_id = ANY (meterhouse_properties()));
--> statement-breakpoint
ALTER POLICY assigned ON device_error USING (property_id = ANY (meterhouse_properties())
  AND at >= meterhouse_since(property_id)::timestamp AT TIME ZONE meterhouse_zone(property_id));
--> statement-breakpoint
ALTER POLICY assigned ON device_state USING (property_id = ANY (meterhouse_properties()));
--> statement-breakpoint
ALTER POLICY assigned ON virtual_meter_part USING (property_id = ANY (meterhouse_properties()));
--> statement-breakpoint
ALTER POLICY assigned ON billing_period USING (property_id = ANY (meterhouse_properties()));
--> statement-breakpoint
ALTER POLICY assigned ON supply_fact USING (property_id = ANY (meterhouse_properties())
  AND make_date(year, 12, 31) >= meterhouse_since(property_id));
--> statement-breakpoint
ALTER POLICY assigned ON warning USING (property_id = ANY (meterhouse_properties())
  AND meterhouse_warned_by(alert) = ANY (meterhouse_granted(property_id))
  AND greatest(first_occurrence, last_occurrence - interval '1 microsecond')
    >= meterhouse_since(property_id)::timestamp AT TIME ZONE meterhouse_zone(property_id));
--> statement-breakpoint
ALTER POLICY assigned ON warning_event USING (property_id = ANY (meterhouse_properties())
  AND at >= meterhouse_since(property_id)::timestamp AT TIME ZONE meterhouse_zone(property_id));
--> statement-breakpoint
ALTER POLICY assigned ON warning_limit USING (property_id = ANY (meterhouse_properties()));
--> statement-breakpoint
ALTER POLICY assigned ON warning_due USING (property_id = ANY (meterhouse_properties()));
--> statement-breakpoint
ALTER POLICY assigned ON warning_notice USING (account_id = meterhouse_account()
  AND property_id = ANY (meterhouse_properties()));
--> statement-breakpoint
ALTER POLICY assigned ON warning_told USING (account_id = meterhouse_account()
  AND property_id = ANY (meterhouse_properties()));
--> statement-breakpoint
ALTER POLICY assigned ON document USING (property_id = ANY (meterhouse_properties())
  AND period_begin >= meterhouse_since(property_id));
--> statement-breakpoint
-- The account of a request is a SET LOCAL of its transaction, which the workers must hear of.
DO $$
BEGIN
  EXECUTE format('ALTER DATABASE %I SET citus.propagate_set_commands = %L', current_database(), 'local');
END
$$;
--> statement-breakpoint
SET citus.propagate_set_commands = 'local';
