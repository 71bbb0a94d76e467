import 'server-only';
import { readCardSettings, readPriceSettings } from '../../seed/config-files';

/** Terms of purchases, from the operator's files. */
export type DecisionTerms = {
  /** Symbols of the pegged coins, and how far from one US dollar they still count as pegged. */
  pegged: string[];
  bandBps: number;
  peggedMarginBps: number;
  otherMarginBps: number;
  holdDays: number;
};

async function read(): Promise<DecisionTerms> {
  const [{ marginBps, holdDays }, { coins, pegBandBps }] = await Promise.all([
    readCardSettings(),
    readPriceSettings(),
  ]);
  return {
    pegged: Object.entries(coins).flatMap(([symbol, { pegged }]) => (pegged ? [symbol] : [])),
    bandBps: pegBandBps,
    peggedMarginBps: marginBps.pegged,
    otherMarginBps: marginBps.other,
    holdDays,
  };
}

let known: Promise<DecisionTerms> | null = null;

/** Returns the terms. Reads the files once per process, like the price service. @throws if a file is invalid. */
export function decisionTerms(): Promise<DecisionTerms> {
  known ??= read().catch((error: unknown) => {
    known = null;
    throw error;
  });
  return known;
}
