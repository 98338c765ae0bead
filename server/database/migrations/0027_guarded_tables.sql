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
-- An account's building is hidden also where its package has none of the features that are asked
-- about; of a sub-administrator the package's and those that their administrator chose count. All
-- other tables follow, for their policies read this one.
ALTER POLICY own_access ON property_access USING (
  account_id = meterhouse_account() AND CASE
    WHEN meterhouse_features() IS NULL THEN true
    WHEN features IS NULL THEN package_id = ANY (ARRAY(
      SELECT package.id FROM permission_package package
      WHERE package.features && meterhouse_features()))
    ELSE features && ARRAY(
      SELECT unnest(package.features) FROM permission_package package
      WHERE package.id = package_id
      INTERSECT SELECT unnest(meterhouse_features()))
  END);
--> statement-breakpoint
-- What has a day of its own is hidden before the account's first day in the building. (Rollups pack
-- many days into a row, and a register's reading counts from its first day.)
ALTER POLICY assigned ON document USING (
  property_id = ANY (ARRAY(
    SELECT property_id FROM property_access
    WHERE account_id = meterhouse_account() AND access_since IS NULL))
  OR period_begin >= (
    SELECT access_since FROM property_access access
    WHERE access.account_id = meterhouse_account() AND access.property_id = document.property_id));
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
-- The pairs are gathered once for a query, like the arrays.
ALTER POLICY assigned ON warning USING (
  property_id = ANY (ARRAY(
    SELECT property_id FROM property_access WHERE account_id = meterhouse_account()))
  AND (property_id, meterhouse_warned_by(alert)) IN (
    SELECT access.property_id, feature
    FROM property_access access
      JOIN permission_package package ON package.id = access.package_id
      CROSS JOIN LATERAL unnest(package.features) AS feature
    WHERE access.account_id = meterhouse_account() AND feature LIKE 'WARNING%'
      AND (access.features IS NULL OR feature = ANY (access.features)))
  AND (property_id = ANY (ARRAY(
      SELECT property_id FROM property_access
      WHERE account_id = meterhouse_account() AND access_since IS NULL))
    OR last_occurrence >= (
      SELECT access_since::timestamp AT TIME ZONE time_zone
      FROM property_access access JOIN property ON property.id = access.property_id
      WHERE access.account_id = meterhouse_account() AND access.property_id = warning.property_id)));
