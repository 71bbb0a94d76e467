import type { ReactNode } from 'react';
import { AmountFormSkeleton } from '@/components/wallet/display/form-skeleton';
import type { AmountToken } from '@/components/wallet/fields/token-button';
import { ListsGate } from '@/components/wallet/frame/account-view';
import type { ChainMapping, Coin } from '@/lib/api/types';
import { listedAddress } from '@/lib/wallet/tokens/listed-token';
import type { TokenOption } from '@/lib/wallet/tokens/token-choice';

/** Balance of each listed token in the samples, in whole tokens. */
const SAMPLE_BALANCE = 1_250n;

/** Every listed token on every network, with a sample balance. */
function sampleOptions(coins: readonly Coin[]): TokenOption[] {
  return coins.flatMap((coin) =>
    coin.tokens.map(({ chainId, address, decimals }) => ({
      coin,
      chainId,
      address: listedAddress(address),
      decimals,
      amount: SAMPLE_BALANCE * 10n ** BigInt(decimals),
    })),
  );
}

export const tokenOf = ({ coin: { id, symbol }, decimals }: TokenOption): AmountToken => ({
  coinId: id,
  symbol,
  decimals,
});

/** Renders `children` with the listed tokens and networks. Renders nothing if the operator lists no token. */
export function SampleTokens({
  children,
}: {
  children: (sample: {
    options: readonly TokenOption[];
    first: TokenOption;
    chains: readonly ChainMapping[];
  }) => ReactNode;
}) {
  return (
    <ListsGate skeleton={<AmountFormSkeleton />}>
      {({ coins, chains }) => {
        const options = sampleOptions(coins);
        const [first] = options;
        return first ? children({ options, first, chains }) : null;
      }}
    </ListsGate>
  );
}
