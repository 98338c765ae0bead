-- Creates the partitions that readings and rollups of these days need; cheap when they are there.
CREATE FUNCTION meterhouse_ensure_partitions(from_day date, until_day date) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  month date := date_trunc('month', from_day - 8)::date;
  year date := date_trunc('year', from_day - 8)::date;
  name text;
BEGIN
  WHILE month <= until_day + 8 LOOP
    name := 'reading_' || to_char(month, 'YYYY_MM');
    IF to_regclass(name) IS NULL THEN
      -- One session at a time creates; the second look finds what another one made meanwhile.
      PERFORM pg_advisory_xact_lock(hashtext('meterhouse_ensure_partitions'));
      EXECUTE format(
        'CREATE TABLE IF NOT EXISTS %I PARTITION OF reading FOR VALUES FROM (%L) TO (%L)',
        name, month::text || ' 00:00+00', (month + interval '1 month')::date::text || ' 00:00+00');
    END IF;
    month := (month + interval '1 month')::date;
  END LOOP;
  WHILE year <= until_day + 8 LOOP
    name := 'rollup_' || to_char(year, 'YYYY');
    IF to_regclass(name) IS NULL THEN
      PERFORM pg_advisory_xact_lock(hashtext('meterhouse_ensure_partitions'));
      EXECUTE format(
        'CREATE TABLE IF NOT EXISTS %I PARTITION OF rollup FOR VALUES FROM (%L) TO (%L)',
        name, year, (year + interval '1 year')::date);
    END IF;
    year := (year + interval '1 year')::date;
  END LOOP;
END
$$;
--> statement-breakpoint
-- Reading requests run as this role, so that row-level security holds for them, whoever connects.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'meterhouse_reader') THEN
    CREATE ROLE meterhouse_reader NOLOGIN;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  NULL; -- Another database of the same server made it at this very moment.
END
$$;
--> statement-breakpoint
DO $$
BEGIN
  IF NOT pg_has_role(current_user, 'meterhouse_reader', 'MEMBER') THEN
    EXECUTE format('GRANT meterhouse_reader TO %I', current_user);
  END IF;
END
$$;
--> statement-breakpoint
CREATE FUNCTION meterhouse_account() RETURNS bigint LANGUAGE sql STABLE AS
$$ SELECT NULLIF(current_setting('meterhouse.account', true), '')::bigint $$;
--> statement-breakpoint
GRANT SELECT ON property, tenant, device, installation, reading, rollup, reading_question,
  property_access, permission_package TO meterhouse_reader;
--> statement-breakpoint
ALTER TABLE property_access ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_access ON property_access FOR SELECT TO meterhouse_reader
  USING (account_id = meterhouse_account());
--> statement-breakpoint
-- The array is computed once for a query, and an index on property_id stays usable.
ALTER TABLE property ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY assigned ON property FOR SELECT TO meterhouse_reader
  USING (id = ANY (ARRAY(SELECT property_id FROM property_access WHERE account_id = meterhouse_account())));
--> statement-breakpoint
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['tenant', 'device', 'installation', 'reading', 'rollup', 'reading_question'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY assigned ON %I FOR SELECT TO meterhouse_reader USING (property_id = ANY
       (ARRAY(SELECT property_id FROM property_access WHERE account_id = meterhouse_account())))',
      name);
  END LOOP;
END
$$;
