CREATE TABLE "sign_in_network" (
	"account_id" bigint NOT NULL,
	"network" text NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"blocked_until" timestamp with time zone,
	"trusted_until" timestamp with time zone,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sign_in_network_account_id_network_pk" PRIMARY KEY("account_id","network")
);
--> statement-breakpoint
ALTER TABLE "outdoor_temperature" DROP CONSTRAINT "outdoor_temperature_station_day_pk";--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "credential_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "outdoor_temperature" ADD COLUMN "country" text;--> statement-breakpoint
-- What is known of a station goes to each market that reads it, and to all while none does.
WITH used AS (
  SELECT DISTINCT country, coalesce(weather_station, city) AS station FROM property
)
INSERT INTO outdoor_temperature (country, station, day, celsius)
SELECT market.country, known.station, known.day, known.celsius
FROM outdoor_temperature AS known
CROSS JOIN (VALUES ('PL'), ('CZ'), ('DK')) AS market (country)
WHERE EXISTS (SELECT FROM used WHERE used.country = market.country AND used.station = known.station)
  OR NOT EXISTS (SELECT FROM used WHERE used.station = known.station);
--> statement-breakpoint
DELETE FROM outdoor_temperature WHERE country IS NULL;--> statement-breakpoint
ALTER TABLE "outdoor_temperature" ALTER COLUMN "country" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "outdoor_temperature" ADD CONSTRAINT "outdoor_temperature_country_station_day_pk" PRIMARY KEY("country","station","day");--> statement-breakpoint
ALTER TABLE "account_link" ADD COLUMN "sid" text;--> statement-breakpoint
ALTER TABLE "portal_session" ADD COLUMN "id" bigint NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "portal_session_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "portal_session" ADD COLUMN "last_seen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "portal_session" ADD COLUMN "kept_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "portal_session" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "portal_session" ADD COLUMN "user_agent" text;--> statement-breakpoint
CREATE INDEX "sign_in_network_seen_index" ON "sign_in_network" USING btree ("seen_at");