CREATE TABLE "billing_period" (
	"property_id" bigint NOT NULL,
	"product" text DEFAULT '' NOT NULL,
	"period_begin" date NOT NULL,
	"period_end" date NOT NULL,
	CONSTRAINT "billing_period_property_id_product_period_begin_pk" PRIMARY KEY("property_id","product","period_begin")
);
--> statement-breakpoint
CREATE TABLE "device_error" (
	"property_id" bigint NOT NULL,
	"device_id" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"error" text NOT NULL,
	CONSTRAINT "device_error_property_id_device_id_at_error_pk" PRIMARY KEY("property_id","device_id","at","error")
);
--> statement-breakpoint
CREATE TABLE "device_state" (
	"property_id" bigint NOT NULL,
	"device_id" bigint NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"last_value" bigint NOT NULL,
	CONSTRAINT "device_state_property_id_device_id_pk" PRIMARY KEY("property_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "reading_correction" (
	"property_id" bigint NOT NULL,
	"device_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "reading_correction_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"value" bigint,
	"original_value" bigint,
	"original_quality" smallint,
	"reason" text NOT NULL,
	"corrected_by" text NOT NULL,
	"corrected_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reading_correction_property_id_id_pk" PRIMARY KEY("property_id","id")
);
--> statement-breakpoint
CREATE TABLE "reading_explanation" (
	"property_id" bigint NOT NULL,
	"device_id" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"question" text NOT NULL,
	"explanation" text NOT NULL,
	"explained_by" text NOT NULL,
	"explained_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reading_explanation_property_id_device_id_at_question_pk" PRIMARY KEY("property_id","device_id","at","question")
);
--> statement-breakpoint
CREATE TABLE "virtual_meter_part" (
	"property_id" bigint NOT NULL,
	"device_id" bigint NOT NULL,
	"source_id" bigint NOT NULL,
	"factor" smallint NOT NULL,
	CONSTRAINT "virtual_meter_part_property_id_device_id_source_id_pk" PRIMARY KEY("property_id","device_id","source_id")
);
--> statement-breakpoint
ALTER TABLE "import_run" ADD COLUMN "country" text NOT NULL DEFAULT '';
--> statement-breakpoint
ALTER TABLE "import_run" ALTER COLUMN "country" DROP DEFAULT;
--> statement-breakpoint
ALTER TABLE "import_run" ADD COLUMN "imported_by" text NOT NULL DEFAULT 'operator';
--> statement-breakpoint
ALTER TABLE "import_run" ALTER COLUMN "imported_by" DROP DEFAULT;
--> statement-breakpoint
ALTER TABLE "reading_question" ADD COLUMN "question" text DEFAULT 'DROP' NOT NULL;
--> statement-breakpoint
ALTER TABLE "reading_question" ADD COLUMN "previous_at" timestamp with time zone;
--> statement-breakpoint
UPDATE reading_question question SET previous_at = coalesce((SELECT max(at) FROM reading
  WHERE reading.property_id = question.property_id AND reading.device_id = question.device_id
    AND reading.at < question.at), at);
--> statement-breakpoint
ALTER TABLE "reading_question" ALTER COLUMN "previous_at" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "reading_question" DROP CONSTRAINT "reading_question_property_id_device_id_at_pk";
--> statement-breakpoint
ALTER TABLE "reading_question" ADD CONSTRAINT "reading_question_property_id_device_id_at_question_pk" PRIMARY KEY("property_id","device_id","at","question");
--> statement-breakpoint
ALTER TABLE "tenant" ADD COLUMN "moved_in" date;
--> statement-breakpoint
CREATE INDEX "device_state_last_index" ON "device_state" USING btree ("last_at");
--> statement-breakpoint
CREATE INDEX "reading_correction_device_index" ON "reading_correction" USING btree ("property_id","device_id","at");
--> statement-breakpoint
CREATE INDEX "virtual_meter_source_index" ON "virtual_meter_part" USING btree ("property_id","source_id");
--> statement-breakpoint
-- Devices that have readings already get their newest one.
INSERT INTO device_state (property_id, device_id, last_at, last_value)
SELECT device.property_id, device.id, at, value
FROM device, LATERAL (SELECT at, value FROM reading WHERE reading.property_id = device.property_id
  AND reading.device_id = device.id ORDER BY at DESC LIMIT 1) AS newest;
--> statement-breakpoint
GRANT SELECT ON billing_period, virtual_meter_part, reading_correction, device_error, device_state,
  reading_explanation TO meterhouse_reader;
--> statement-breakpoint
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['billing_period', 'virtual_meter_part', 'reading_correction',
    'device_error', 'device_state', 'reading_explanation'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY assigned ON %I FOR SELECT TO meterhouse_reader USING (property_id = ANY
       (ARRAY(SELECT property_id FROM property_access WHERE account_id = meterhouse_account())))',
      name);
  END LOOP;
END
$$;
