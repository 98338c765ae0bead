import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './server/database/tables.ts',
    './server/database/accessTables.ts',
    './server/database/factTables.ts',
    './server/database/portalTables.ts',
    './server/database/warningTables.ts',
    './server/database/documentTables.ts',
    './server/database/activityTables.ts',
    './server/database/moduleTables.ts',
  ],
  out: './server/database/migrations',
});
