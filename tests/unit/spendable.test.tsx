import { screen } from '@testing-library/react';
import { useSpendable } from '@/components/wallet/deposit/use-spendable';
import { NATIVE_TOKEN } from '@/lib/chain/native-token';
import { renderOnChains, silent, TOKEN } from '../support/test-chains';

function Spendable({ token }: { token: typeof TOKEN }) {
  const coin = { id: 1, symbol: 'X', name: 'X', icon: '/coin.svg', sort: 1, tokens: [] };
  const { spendable, failed } = useSpendable({
    ...{ coin, chainId: 901, token, decimals: 18 },
    ...{ inWallet: 5n, inVault: 0n },
  });
  return <output>{`${spendable ?? 'unknown'} ${failed ? 'failed' : 'fine'}`}</output>;
}

test("a fee that cannot be estimated is told for the chain's own coin", async () => {
  renderOnChains(<Spendable token={NATIVE_TOKEN} />, new Map([[901, silent]]));
  expect(await screen.findByText('unknown failed')).toBeVisible();
});

test('a token needs no fee kept back', () => {
  renderOnChains(<Spendable token={TOKEN} />, new Map([[901, silent]]));
  expect(screen.getByText('5 fine')).toBeVisible();
});
