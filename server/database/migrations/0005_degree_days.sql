CREATE TABLE "outdoor_temperature" (
	"station" text NOT NULL,
	"day" date NOT NULL,
	"celsius" double precision NOT NULL,
	CONSTRAINT "outdoor_temperature_station_day_pk" PRIMARY KEY("station","day")
);
--> statement-breakpoint
ALTER TABLE "property" ADD COLUMN "weather_station" text;--> statement-breakpoint
GRANT SELECT ON outdoor_temperature TO meterhouse_reader;
