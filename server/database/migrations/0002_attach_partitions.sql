-- A table that is attached asks less of its parent than one created as its part: readers and
-- writers of other partitions go on, and two importers that both need a new month can't deadlock.
CREATE FUNCTION meterhouse_attach_partition(parent text, name text, first_day text, end_day text)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF to_regclass(name) IS NOT NULL THEN
    RETURN;
  END IF;
  -- One session at a time creates; the second look finds what another one made meanwhile.
  PERFORM pg_advisory_xact_lock(hashtext('meterhouse_ensure_partitions'));
  IF to_regclass(name) IS NOT NULL THEN
    RETURN;
  END IF;
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', name, parent);
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
    parent, name, first_day, end_day);
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION meterhouse_ensure_partitions(from_day date, until_day date) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  -- Local days and weeks reach over the edges of UTC months and years.
  month date := date_trunc('month', from_day - 8)::date;
  year date := date_trunc('year', from_day - 8)::date;
  next date;
BEGIN
  WHILE month <= until_day + 8 LOOP
    next := (month + interval '1 month')::date;
    PERFORM meterhouse_attach_partition(
      'reading', 'reading_' || to_char(month, 'YYYY_MM'), month || ' 00:00+00', next || ' 00:00+00');
    month := next;
  END LOOP;
  WHILE year <= until_day + 8 LOOP
    next := (year + interval '1 year')::date;
    PERFORM meterhouse_attach_partition(
      'rollup', 'rollup_' || to_char(year, 'YYYY'), year::text, next::text);
    year := next;
  END LOOP;
END
$$;
--> statement-breakpoint
-- Unless it is known to be safe there, no query under row-level security may run in parallel.
ALTER FUNCTION meterhouse_account() PARALLEL SAFE;
