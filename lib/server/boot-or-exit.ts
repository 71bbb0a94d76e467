import 'server-only';
import { boot } from './boot';
import { describeError, log } from './log';
import { stopPrices } from './prices/service';

function leave(): void {
  stopPrices().catch((error: unknown) =>
    log.warn({ err: describeError(error) }, 'the price service did not end'),
  );
}

/** Boots, or says in one line why it cannot and ends the process: Next by itself would go on and answer 500 to everything. */
export async function bootOrExit(): Promise<void> {
  try {
    await boot();
    // Next closes its server at these, which waits for every open answer: a stream would keep it.
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, leave);
  } catch (error) {
    const { message, code, name } = describeError(error);
    process.stderr.write(`The server cannot start: ${message || code || name}\n`);
    process.exit(1);
  }
}
