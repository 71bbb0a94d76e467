import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import pretty from 'pino-pretty';

/** Next's startup messages, which are hidden because the launcher prints the URL itself. */
const BANNER =
  /^\s*(▲ Next\.js|- (Local|Network|Environments|Experiments)\b|✓ (Starting|Ready|Running next\.config\.mjs)\b)/;

/**
 * Prints what a site writes. A terminal gets its warnings and errors, readable, and no line per request. Elsewhere, every
 * line is printed unchanged: JSON, except for Next's own messages.
 */
export function printSiteLog(output: Readable): void {
  const terminal = process.stdout.isTTY
    ? pretty({
        ...{ minimumLevel: 'warn', ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' },
        ...{ singleLine: true, destination: process.stdout },
      })
    : null;
  createInterface({ input: output }).on('line', (line) => {
    if (BANNER.test(line) || line.trim() === '') return;
    if (terminal) terminal.write(`${line}\n`);
    else console.log(line);
  });
}
