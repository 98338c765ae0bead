-- Row-level security holds for everybody, also for whoever owns the tables: without a policy that
-- names them they see nothing. Each further table with rows of a building or an account is given to
-- this function in its migration (tests/server/database/rowSecurity.test.ts lists them).
CREATE FUNCTION meterhouse_guard(guarded regclass) RETURNS void LANGUAGE plpgsql AS
$$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', guarded);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', guarded);
  EXECUTE format('CREATE POLICY portal ON %s TO CURRENT_USER USING (true) WITH CHECK (true)', guarded);
END
$$;
--> statement-breakpoint
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY[
    -- Of a building.
    'property', 'property_access', 'tenant', 'device', 'installation', 'reading', 'rollup',
    'reading_question', 'reading_aside', 'reading_correction', 'reading_explanation',
    'billing_period', 'virtual_meter_part', 'device_error', 'device_state', 'warning',
    'warning_event', 'warning_limit', 'warning_due', 'warning_notice', 'warning_told', 'document',
    -- Of an account.
    'account', 'account_link', 'account_preview', 'account_totp', 'activity_log', 'alert_webhook',
    'billing_assignment', 'contact_message', 'contact_event', 'contact_attachment',
    'document_package', 'download_ticket', 'mail_subscription', 'password_history',
    'portal_session', 'report', 'report_job', 'sign_in_network', 'warning_summary'
  ] LOOP
    PERFORM meterhouse_guard(name::regclass);
  END LOOP;
END
$$;
--> statement-breakpoint
CREATE FUNCTION meterhouse_features() RETURNS text[] LANGUAGE sql STABLE AS
$$ SELECT string_to_array(NULLIF(current_setting('meterhouse.features', true), ''), ',') $$;
--> statement-breakpoint
-- What follows is asked once for a query (a subquery without a row's columns is). In PL/pgSQL, which
-- keeps its plans: a policy's own SQL is planned anew for each table of each query.
--
-- The account's buildings whose package has one of the features that are asked about: of a
-- sub-administrator those of them that their administrator chose.
CREATE FUNCTION meterhouse_assigned() RETURNS bigint[] LANGUAGE plpgsql STABLE PARALLEL SAFE AS
$$
DECLARE
  asked text[] := meterhouse_features();
BEGIN
  RETURN ARRAY(
    SELECT property_id FROM property_access access
    WHERE account_id = meterhouse_account() AND (asked IS NULL
      OR package_id = ANY (ARRAY(SELECT id FROM permission_package WHERE features && asked))
        AND (access.features IS NULL OR access.features && ARRAY(
          SELECT unnest(package.features) FROM permission_package package
          WHERE package.id = package_id INTERSECT SELECT unnest(asked)))));
END
$$;
--> statement-breakpoint
-- The buildings that the account doesn't see from their beginning, and from which day on.
CREATE FUNCTION meterhouse_first_days() RETURNS jsonb LANGUAGE plpgsql STABLE PARALLEL SAFE AS
$$
BEGIN
  RETURN (SELECT coalesce(jsonb_object_agg(property_id, access_since), '{}') FROM property_access
    WHERE account_id = meterhouse_account() AND access_since IS NOT NULL);
END
$$;
--> statement-breakpoint
-- The same, as the instant at which that day begins there.
CREATE FUNCTION meterhouse_first_instants() RETURNS jsonb LANGUAGE plpgsql STABLE PARALLEL SAFE AS
$$
BEGIN
  RETURN (SELECT coalesce(
      jsonb_object_agg(property.id, access_since::timestamp AT TIME ZONE time_zone), '{}')
    FROM property_access JOIN property ON property.id = property_id
    WHERE account_id = meterhouse_account() AND access_since IS NOT NULL);
END
$$;
--> statement-breakpoint
-- Which feature lets an account see warnings of a type (server/warnings/alertFacts.ts).
CREATE FUNCTION meterhouse_warned_by(alert text) RETURNS text LANGUAGE sql IMMUTABLE AS
$$ SELECT CASE alert
  WHEN 'WATER_SPILL' THEN 'WARNING_WATER_SPILL'
  WHEN 'LEAKAGE' THEN 'WARNING_WATER_LEAKAGE'
  WHEN 'TEMPERATURE' THEN 'WARNING_TEMPERATURE'
  WHEN 'HIGH_WATER_CONSUMPTION' THEN 'WARNING_HIGH_WATER_CONSUMPTION'
  WHEN 'HUMIDITY' THEN 'WARNING_HIGH_HUMIDITY'
  WHEN 'CO2' THEN 'WARNING_CO2'
  WHEN 'SMOKE' THEN 'WARNING_SMOKE_DETECTION'
END $$;
--> statement-breakpoint
-- Of which buildings the account may see warnings, by feature.
CREATE FUNCTION meterhouse_warned() RETURNS TABLE (building bigint, feature text)
LANGUAGE plpgsql STABLE PARALLEL SAFE AS
$$
BEGIN
  RETURN QUERY SELECT access.property_id, sold
    FROM property_access access
      JOIN permission_package package ON package.id = access.package_id
      CROSS JOIN LATERAL unnest(package.features) AS sold
    WHERE access.account_id = meterhouse_account() AND sold LIKE 'WARNING%'
      AND (access.features IS NULL OR sold = ANY (access.features));
END
$$;
--> statement-breakpoint
ALTER POLICY assigned ON property USING (id = ANY ((SELECT meterhouse_assigned())::bigint[]));
--> statement-breakpoint
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY[
    'tenant', 'device', 'installation', 'reading', 'rollup', 'reading_question', 'reading_aside',
    'reading_correction', 'reading_explanation', 'billing_period', 'virtual_meter_part',
    'device_error', 'device_state', 'warning_event', 'warning_limit', 'warning_due',
    'warning_notice', 'warning_told'
  ] LOOP
    EXECUTE format('ALTER POLICY assigned ON %I USING (
      property_id = ANY ((SELECT meterhouse_assigned())::bigint[]))', name);
  END LOOP;
END
$$;
--> statement-breakpoint
-- What has a day of its own is hidden before the account's first day in the building. (Rollups pack
-- many days into a row, and a register's reading counts from its first day.)
ALTER POLICY assigned ON document USING (
  property_id = ANY ((SELECT meterhouse_assigned())::bigint[])
  AND coalesce(
    period_begin >= ((SELECT meterhouse_first_days()) ->> property_id::text)::date, true));
--> statement-breakpoint
-- The pairs are looked up by their hash.
ALTER POLICY assigned ON warning USING (
  property_id = ANY ((SELECT meterhouse_assigned())::bigint[])
  AND (property_id, meterhouse_warned_by(alert)) IN (
    SELECT building, feature FROM meterhouse_warned())
  AND coalesce(
    last_occurrence >= ((SELECT meterhouse_first_instants()) ->> property_id::text)::timestamptz,
    true));
