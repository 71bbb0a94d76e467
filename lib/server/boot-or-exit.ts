import 'server-only';
import { boot } from './boot';
import { describeError } from './log';

/** Boots, or says in one line why it cannot and ends the process: Next by itself would go on and answer 500 to everything. */
export async function bootOrExit(): Promise<void> {
  try {
    await boot();
  } catch (error) {
    const { message, code, name } = describeError(error);
    process.stderr.write(`The server cannot start: ${message || code || name}\n`);
    process.exit(1);
  }
}
