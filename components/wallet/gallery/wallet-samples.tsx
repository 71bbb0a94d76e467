import type { ComponentType } from 'react';
import { AmountSamples } from './amount-samples';
import { CallSamples } from './call-samples';
import { FigureSamples } from './figure-samples';
import { NetworkSamples } from './network-samples';
import { TokenSamples } from './token-samples';

/** Samples of the wallet's components, by the groups of the test page's gallery. `copy` distinguishes the two copies of a sample. */
export const walletSamples = {
  amounts: AmountSamples,
  tokens: TokenSamples,
  walletFigures: FigureSamples,
  networks: NetworkSamples,
  calls: CallSamples,
} as const satisfies Record<string, ComponentType<{ copy: number }>>;
