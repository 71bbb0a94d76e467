/** Settings for `npm run db:generate`, which installs drizzle-kit on demand, because nothing else needs it. */
export default {
  dialect: 'postgresql',
  schema: './lib/server/db/*-tables.ts',
  out: './lib/server/db/migrations',
};
