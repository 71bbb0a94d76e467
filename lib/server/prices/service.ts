import 'server-only';
import { readPriceSettings } from '../seed/config-files';
import { PriceEngine } from './engine';
import { Leader } from './leader';
import { PriceHub } from './stream/hub';

/** Kept on the global object: Next gives routes and instrumentation a copy of this module each. */
const key = Symbol.for('tidewell.prices');
type Parts = { leader: Leader; hub: PriceHub };
const registry = globalThis as typeof globalThis & { [key]?: Parts };

async function end(parts: Parts | undefined): Promise<void> {
  await Promise.all([parts?.hub.stop(), parts?.leader.stop()]);
}

/** Takes part in reading prices: one instance at a time does it for all. Throws where config/prices.json is not in order. */
export async function startPrices(): Promise<void> {
  const settings = await readPriceSettings();
  const before = registry[key];
  const leader = new Leader((db) => new PriceEngine(settings, db));
  registry[key] = { leader, hub: new PriceHub() };
  leader.start();
  await end(before);
}

/** Ends the streams of this instance, and leaves reading prices to the others. */
export async function stopPrices(): Promise<void> {
  const parts = registry[key];
  delete registry[key];
  await end(parts);
}

/** Tells readers of new prices; undefined before the start. */
export const priceHub = (): PriceHub | undefined => registry[key]?.hub;
