import 'server-only';
import { describeError, log } from '../log';

/** Which sources answer. A change is logged once, not every attempt. */
export class Health {
  #isUp = new Map<string, boolean>();

  up(source: string): void {
    const before = this.#isUp.get(source);
    this.#isUp.set(source, true);
    if (before === false) log.info({ source }, 'a price source is back');
  }

  down(source: string, error: unknown): void {
    const before = this.#isUp.get(source);
    this.#isUp.set(source, false);
    if (before !== false) log.warn({ source, err: describeError(error) }, 'a price source is out of reach');
  }
}
