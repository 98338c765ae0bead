CREATE TABLE "contact_message" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contact_message_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"topic" text NOT NULL,
	"message" text NOT NULL,
	"email" text NOT NULL,
	"additional_email" text,
	"mailed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "contact_message_account" ON "contact_message" USING btree ("account_id","created_at");