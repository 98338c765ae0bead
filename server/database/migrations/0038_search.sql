-- In small letters without accents, as people type who look for something: letters are taken apart from
-- their marks, and those that have none of their own are named. What is plain is most, and quickest.
CREATE FUNCTION meterhouse_folded(written text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS
$$ SELECT CASE WHEN octet_length(written) = length(written) THEN lower(written) ELSE
  lower(translate(regexp_replace(normalize(written, NFD), '[\u0300-\u036f]+', '', 'g'),
    'łŁøØđĐðÐæÆœŒħĦŧŦı', 'llooddddaaoohhtti')) END $$;
--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "found_by" text GENERATED ALWAYS AS (meterhouse_folded(serial_number)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "property" ADD COLUMN "found_by" text GENERATED ALWAYS AS (meterhouse_folded(works_no || ' ' || coalesce(works_old_number, '') || ' ' || name || ' ' || address || ' ' || zip_code || ' ' || city)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "tenant" ADD COLUMN "found_by" text GENERATED ALWAYS AS (meterhouse_folded(tenant_no || ' ' || tenant_name || ' ' || installation_number || ' ' || address)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "document" ADD COLUMN "found_by" text GENERATED ALWAYS AS (meterhouse_folded(coalesce(file_name, '') || ' ' || owner_name)) STORED NOT NULL;