import 'server-only';
import { readPriceSettings } from '../seed/config-files';
import { PriceEngine } from './engine';
import type { SourceReport } from './health';
import { Leader } from './leader';
import { PriceHub } from './stream/hub';

/** Kept on the global object: Next gives routes and instrumentation a copy of this module each. */
const key = Symbol.for('tidewell.prices');
type Parts = { leader: Leader; hub: PriceHub; sources: () => SourceReport[] };
const registry = globalThis as typeof globalThis & { [key]?: Parts };

async function end(parts: Parts | undefined): Promise<void> {
  await Promise.all([parts?.hub.stop(), parts?.leader.stop()]);
}

/** Takes part in reading prices: one instance at a time does it for all. Throws where config/prices.json is not in order. */
export async function startPrices(): Promise<void> {
  const settings = await readPriceSettings();
  const before = registry[key];
  let engine: PriceEngine | undefined;
  const leader = new Leader((db, inTurn) => {
    engine = new PriceEngine(settings, db, inTurn);
    return engine;
  });
  registry[key] = { leader, hub: new PriceHub(), sources: () => engine?.sources() ?? [] };
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

/** How each price source does; null where another instance reads them. */
export function priceSources(): SourceReport[] | null {
  const parts = registry[key];
  return parts?.leader.isLeading ? parts.sources() : null;
}
