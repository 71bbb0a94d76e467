import { screen } from '@testing-library/react';
import { useSpendable } from '@/components/wallet/fields/use-spendable';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { renderOnChains, silent, TOKEN } from '../../../support/test-chains';

function Spendable({ token }: { token: typeof TOKEN }) {
  const { spendable, failed } = useSpendable({ chainId: 901, token, inWallet: 5n }, 150_000n);
  return <output>{`${spendable ?? 'unknown'} ${failed ? 'failed' : 'fine'}`}</output>;
}

test('a fee that can’t be estimated is reported for the native currency', async () => {
  renderOnChains(<Spendable token={NATIVE_TOKEN} />, new Map([[901, silent]]));
  expect(await screen.findByText('unknown failed')).toBeVisible();
});

test('a token balance needs no reserve for fees', () => {
  renderOnChains(<Spendable token={TOKEN} />, new Map([[901, silent]]));
  expect(screen.getByText('5 fine')).toBeVisible();
});
