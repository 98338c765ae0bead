CREATE TABLE "account" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "account_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"subject" text NOT NULL,
	"username" text NOT NULL,
	"email" text NOT NULL,
	"phone" text,
	"name" text NOT NULL,
	"password_hash" text,
	"roles" text[] NOT NULL,
	"country" text NOT NULL,
	"language" text NOT NULL,
	"level" smallint DEFAULT 1 NOT NULL,
	"created_by" bigint,
	"special_user" boolean DEFAULT false NOT NULL,
	"failed_sign_ins" smallint DEFAULT 0 NOT NULL,
	"locked_until" timestamp with time zone,
	"disabled_at" timestamp with time zone,
	"last_sign_in_at" timestamp with time zone,
	CONSTRAINT "account_subject_unique" UNIQUE("subject")
);
--> statement-breakpoint
CREATE TABLE "device" (
	"property_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "device_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" bigint,
	"serial_number" text NOT NULL,
	"category" text NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"is_main" boolean DEFAULT false NOT NULL,
	"reading_interval" text NOT NULL,
	CONSTRAINT "device_property_id_id_pk" PRIMARY KEY("property_id","id")
);
--> statement-breakpoint
CREATE TABLE "import_rejection" (
	"import_id" bigint NOT NULL,
	"line" bigint NOT NULL,
	"code" text NOT NULL,
	"message" text NOT NULL,
	"content" text NOT NULL,
	CONSTRAINT "import_rejection_import_id_line_pk" PRIMARY KEY("import_id","line")
);
--> statement-breakpoint
CREATE TABLE "import_run" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "import_run_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"file_name" text NOT NULL,
	"fingerprint" text NOT NULL,
	"status" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"lines" bigint DEFAULT 0 NOT NULL,
	"accepted" bigint DEFAULT 0 NOT NULL,
	"duplicates" bigint DEFAULT 0 NOT NULL,
	"rejected" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"property_id" bigint NOT NULL,
	"device_id" bigint NOT NULL,
	"installed_from" timestamp with time zone NOT NULL,
	"installed_until" timestamp with time zone,
	"start_index" bigint,
	"end_index" bigint,
	"factor" double precision DEFAULT 1 NOT NULL,
	"modulus" bigint,
	CONSTRAINT "installation_property_id_device_id_installed_from_pk" PRIMARY KEY("property_id","device_id","installed_from")
);
--> statement-breakpoint
CREATE TABLE "oidc_payload" (
	"model" text NOT NULL,
	"id" text NOT NULL,
	"payload" jsonb NOT NULL,
	"grant_id" text,
	"uid" text,
	"user_code" text,
	"expires_at" timestamp with time zone,
	"consumed_at" timestamp with time zone,
	CONSTRAINT "oidc_payload_model_id_pk" PRIMARY KEY("model","id")
);
--> statement-breakpoint
CREATE TABLE "permission_package" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "permission_package_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"country" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"features" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "property" (
	"id" bigint PRIMARY KEY NOT NULL,
	"country" text NOT NULL,
	"works_no" text NOT NULL,
	"works_old_number" text,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"city" text NOT NULL,
	"zip_code" text NOT NULL,
	"latitude" double precision,
	"longitude" double precision,
	"time_zone" text NOT NULL,
	"area_square_metres" double precision,
	"warning_severity" smallint
);
--> statement-breakpoint
CREATE TABLE "property_access" (
	"account_id" bigint NOT NULL,
	"property_id" bigint NOT NULL,
	"package_id" bigint NOT NULL,
	"access_since" date,
	CONSTRAINT "property_access_account_id_property_id_pk" PRIMARY KEY("account_id","property_id")
);
--> statement-breakpoint
CREATE TABLE "reading" (
	"property_id" bigint NOT NULL,
	"device_id" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"value" bigint NOT NULL,
	"quality" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "reading_property_id_device_id_at_pk" PRIMARY KEY("property_id","device_id","at")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "reading_question" (
	"property_id" bigint NOT NULL,
	"device_id" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"previous_value" bigint NOT NULL,
	"value" bigint NOT NULL,
	CONSTRAINT "reading_question_property_id_device_id_at_pk" PRIMARY KEY("property_id","device_id","at")
);
--> statement-breakpoint
CREATE TABLE "rollup" (
	"property_id" bigint NOT NULL,
	"subject_kind" smallint NOT NULL,
	"subject_id" bigint NOT NULL,
	"category" text NOT NULL,
	"timeframe" smallint NOT NULL,
	"chunk" date NOT NULL,
	"volumes" bigint[] NOT NULL,
	"measured" smallint[] NOT NULL,
	"interpolated" smallint[] NOT NULL,
	"estimated" smallint[] NOT NULL,
	"missing" smallint[] NOT NULL,
	"received" integer[] NOT NULL,
	"minimum" bigint[],
	"maximum" bigint[],
	CONSTRAINT "rollup_property_id_subject_kind_subject_id_category_timeframe_chunk_pk" PRIMARY KEY("property_id","subject_kind","subject_id","category","timeframe","chunk")
) PARTITION BY RANGE ("chunk");
--> statement-breakpoint
CREATE TABLE "setting" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signing_key" (
	"kid" text PRIMARY KEY NOT NULL,
	"private_jwk" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tenant" (
	"property_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "tenant_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"installation_number" text NOT NULL,
	"tenant_no" text NOT NULL,
	"tenant_name" text NOT NULL,
	"address" text NOT NULL,
	"area_square_metres" double precision,
	CONSTRAINT "tenant_property_id_id_pk" PRIMARY KEY("property_id","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "account_username_key" ON "account" USING btree (lower("username"));--> statement-breakpoint
CREATE UNIQUE INDEX "device_serial_key" ON "device" USING btree ("property_id","serial_number");--> statement-breakpoint
CREATE INDEX "device_serial_index" ON "device" USING btree ("serial_number");--> statement-breakpoint
CREATE INDEX "device_tenant_index" ON "device" USING btree ("property_id","tenant_id");--> statement-breakpoint
CREATE INDEX "oidc_payload_grant_index" ON "oidc_payload" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "oidc_payload_uid_index" ON "oidc_payload" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "oidc_payload_expiry_index" ON "oidc_payload" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "property_works_no_key" ON "property" USING btree ("country","works_no");--> statement-breakpoint
CREATE INDEX "property_access_property_index" ON "property_access" USING btree ("property_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tenant_number_key" ON "tenant" USING btree ("property_id","tenant_no");