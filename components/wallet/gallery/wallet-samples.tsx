import { AmountSamples } from './amount-samples';
import { FigureSamples } from './figure-samples';
import { NetworkSamples } from './network-samples';
import { TokenSamples } from './token-samples';

/** Samples of the wallet's components, by the groups of the test page's gallery. */
export const walletSamples = {
  amounts: AmountSamples,
  tokens: TokenSamples,
  walletFigures: FigureSamples,
  networks: NetworkSamples,
} as const;
