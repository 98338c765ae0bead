-- Row-level security in words that Citus takes: «Subqueries are not supported in policies on
-- distributed tables», so the subquery moves into a function. On a plain server the migrations'
-- own policies stay, for there a subquery is computed once and a function for each row.
CREATE OR REPLACE FUNCTION meterhouse_properties() RETURNS bigint[]
LANGUAGE sql STABLE PARALLEL SAFE
SET search_path = public, pg_temp
-- On a shard Citus refuses a function that reads another table, unless it is told so. This one
-- reads a reference table alone, which each node has whole.
SET citus.allow_nested_distributed_execution = on
AS $$ SELECT ARRAY(SELECT property_id FROM property_access WHERE account_id = meterhouse_account()) $$;
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
ALTER POLICY assigned ON device_error USING (property_id = ANY (meterhouse_properties()));
--> statement-breakpoint
ALTER POLICY assigned ON device_state USING (property_id = ANY (meterhouse_properties()));
--> statement-breakpoint
ALTER POLICY assigned ON virtual_meter_part USING (property_id = ANY (meterhouse_properties()));
--> statement-breakpoint
ALTER POLICY assigned ON billing_period USING (property_id = ANY (meterhouse_properties()));
--> statement-breakpoint
ALTER POLICY assigned ON warning USING (property_id = ANY (meterhouse_properties()));
--> statement-breakpoint
ALTER POLICY assigned ON warning_event USING (property_id = ANY (meterhouse_properties()));
--> statement-breakpoint
ALTER POLICY assigned ON warning_limit USING (property_id = ANY (meterhouse_properties()));
--> statement-breakpoint
ALTER POLICY assigned ON warning_due USING (property_id = ANY (meterhouse_properties()));
--> statement-breakpoint
ALTER POLICY assigned ON warning_notice USING (property_id = ANY (meterhouse_properties()));
--> statement-breakpoint
ALTER POLICY assigned ON warning_told USING (property_id = ANY (meterhouse_properties()));
--> statement-breakpoint
ALTER POLICY assigned ON document USING (property_id = ANY (meterhouse_properties()));
--> statement-breakpoint
-- The account of a request is a SET LOCAL of its transaction, which the workers must hear of.
DO $$
BEGIN
  EXECUTE format('ALTER DATABASE %I SET citus.propagate_set_commands = %L', current_database(), 'local');
END
$$;
--> statement-breakpoint
SET citus.propagate_set_commands = 'local';
