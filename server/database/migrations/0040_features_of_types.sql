-- Which feature lets an account see warnings of a type (schemas/kinds/warnings.ts): a new type needs no
-- step of its own, for its feature is called after it.
CREATE OR REPLACE FUNCTION meterhouse_warned_by(alert text) RETURNS text LANGUAGE sql IMMUTABLE AS
$$ SELECT CASE alert
  WHEN 'LEAKAGE' THEN 'WARNING_WATER_LEAKAGE'
  WHEN 'HUMIDITY' THEN 'WARNING_HIGH_HUMIDITY'
  WHEN 'SMOKE' THEN 'WARNING_SMOKE_DETECTION'
  ELSE 'WARNING_' || alert
END $$;
