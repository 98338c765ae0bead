CREATE TABLE "supply_fact" (
	"property_id" bigint NOT NULL,
	"year" smallint NOT NULL,
	"fact" text NOT NULL,
	"item" text DEFAULT '' NOT NULL,
	"value" double precision,
	"unit" text DEFAULT '' NOT NULL,
	"shares" jsonb,
	"source" text NOT NULL,
	"publisher" text,
	"published_on" date,
	CONSTRAINT "supply_fact_property_id_year_fact_item_pk" PRIMARY KEY("property_id","year","fact","item")
);
--> statement-breakpoint
GRANT SELECT ON supply_fact TO meterhouse_reader;
--> statement-breakpoint
SELECT meterhouse_guard('supply_fact');
--> statement-breakpoint
-- A year that ended before the account's first day in the building is hidden.
CREATE POLICY assigned ON supply_fact FOR SELECT TO meterhouse_reader USING (
  property_id = ANY ((SELECT meterhouse_assigned())::bigint[])
  AND coalesce(make_date(year, 12, 31)
    >= ((SELECT meterhouse_first_days()) ->> property_id::text)::date, true));
