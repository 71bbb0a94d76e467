import 'server-only';
import { readPriceSettings } from '../seed/config-files';
import { PriceEngine } from './engine';
import { Leader } from './leader';

/** Kept on the global object: Next gives routes and instrumentation a copy of this module each. */
const key = Symbol.for('tidewell.prices');
const registry = globalThis as typeof globalThis & { [key]?: Leader };

/** Takes part in reading prices: one instance at a time does it for all. Throws where config/prices.json is not in order. */
export async function startPrices(): Promise<void> {
  const settings = await readPriceSettings();
  await stopPrices();
  const leader = new Leader((db) => new PriceEngine(settings, db));
  registry[key] = leader;
  leader.start();
}

/** Leaves reading prices to the other instances. */
export async function stopPrices(): Promise<void> {
  const leader = registry[key];
  delete registry[key];
  await leader?.stop();
}
