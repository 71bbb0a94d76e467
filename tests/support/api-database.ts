import { Client, type QueryResultRow } from 'pg';
import type { Backend } from './api-backend';

/** Looks into the test database, past the server. */
export async function queryDatabase<Row extends QueryResultRow>(
  { databaseUrl }: Pick<Backend, 'databaseUrl'>,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}
