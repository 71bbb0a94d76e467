import type { DemoNumber, Holdings } from '../chains/demo-accounts';

type Demo = Holdings & { eth: string };

/** Builds holdings from amounts of ETH, tUSDT, tDAI, tTIDE, and WETH. */
function holding(eth: string, tUsdt: string, tDai: string, tTide: string, weth: string): Demo {
  return { eth, tUsdt, tDai, tTide, weth, feeToken: '40', spamToken: '7777' };
}

const first: Readonly<Record<DemoNumber, Demo>> = {
  1: holding('3.2', '4850', '1900', '12000', '0.75'),
  2: holding('5.4', '12400', '3600', '32000', '1.5'),
  3: holding('2.1', '2600', '1450', '8000', '0.4'),
  4: holding('1.75', '6100', '2400', '15000', '0.9'),
  5: holding('4.05', '3300', '1250', '9500', '0.6'),
};
const second: Readonly<Record<DemoNumber, Demo>> = {
  1: holding('1.4', '2150', '800', '6000', '0.25'),
  2: holding('2.6', '4900', '1500', '14000', '0.6'),
  3: holding('0.9', '1300', '950', '3500', '0.2'),
  4: holding('2.3', '2750', '1100', '7500', '0.35'),
  5: holding('1.1', '1800', '600', '4000', '0.3'),
};

/** Returns a demo account's initial holdings in whole tokens. The amounts are modest, like those of a typical user. */
export const demoHolding = (account: DemoNumber, isFirstChain: boolean): Demo =>
  (isFirstChain ? first : second)[account];
