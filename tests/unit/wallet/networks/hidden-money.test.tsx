import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { SWRConfig } from 'swr';
import { encodeAbiParameters } from 'viem';
import { WagmiContext } from 'wagmi';
import { CoinBalances } from '@/components/wallet/coins/coin-balances';
import { DepositForm } from '@/components/wallet/deposit/deposit-form';
import { Home } from '@/components/wallet/overview/home';
import { depositDraft, emptyTransfer } from '@/components/wallet/transfer/transfer-draft';
import { WithdrawStart } from '@/components/wallet/withdraw/withdraw-form';
import { setNetworkHidden } from '@/lib/wallet/networks/hidden-networks';
import messages from '@/messages/en.json';
import { configureClient } from '../../../support/client-settings';
import { account, entry, storeLedger } from '../../../support/ledger-entry';
import { servePrices } from '../../../support/price-api';
import {
  type Answer,
  answering,
  connectOnChains,
  holding,
  MULTICALL,
  reading,
  renderOnChains,
  TOKEN,
  VAULT,
} from '../../../support/test-chains';

jest.mock('@/components/wallet/card/home-card', () => ({
  HomeCard: ({ contracts }: { contracts: { name: string; chainId: number }[] }) => (
    <output>{`Card on ${contracts.find(({ name }) => name === 'card_contract')?.chainId}`}</output>
  ),
}));

servePrices();
const listed = [{ id: 901 }, { id: 902 }];
const note = '1 network hidden';
const empty = answering({ eth_call: reading(() => encodeAbiParameters([{ type: 'uint256' }], [0n])) });

beforeEach(() => {
  configureClient();
  window.history.replaceState(null, '', '/wallet');
  setNetworkHidden(902, true, listed);
});
afterEach(() =>
  act(() => {
    setNetworkHidden(902, false, listed);
    storeLedger([]);
    depositDraft.save(emptyTransfer);
  }),
);

/** Renders components for the connected account, which has money only on the hidden network. */
async function show(children: ReactNode, north: Answer = empty) {
  const answers = new Map([
    [901, north],
    [902, holding()],
  ]);
  const { config } = await connectOnChains(answers, { account, chainId: 901, wallet: {} });
  renderOnChains(<WagmiContext value={config}>{children}</WagmiContext>, answers);
}

test('WAL-4 WAL-19 a vault balance on a hidden network can be withdrawn', async () => {
  await show(<WithdrawStart />);
  expect(await screen.findByRole('textbox', { name: /^Amount/ })).toBeVisible();
  expect(screen.getByText('South Sea')).toBeInTheDocument();
  expect(screen.queryByText(messages.wallet.withdraw.nothing)).toBeNull();
});

test('WAL-3 WAL-19 a draft of a hidden network’s coin leaves its amount to no other coin', async () => {
  depositDraft.save({ account, chainId: 902, coinId: 9, amount: '5' });
  await show(<DepositForm />, holding());
  const amount = await screen.findByRole('textbox', { name: /^Amount/ });
  await waitFor(() => expect(amount).toHaveValue(''));
  expect(screen.getByRole('link', { name: note })).toBeVisible();
  await userEvent.type(amount, '2');
  expect(amount).toHaveValue('2');
  expect(depositDraft.useDraft.getState()).toMatchObject({ chainId: 901, coinId: 1, amount: '2' });
});

test('WAL-13 WAL-19 a coin that is only on hidden networks says so instead of an empty list', async () => {
  const tide = { ...{ id: 2, symbol: 'TIDE', name: 'TIDE', icon: '/coin.svg', sort: 2 } };
  const tokens = [{ chainId: 902, address: TOKEN, decimals: 18 }];
  await show(<CoinBalances account={account} coin={{ ...tide, tokens }} />);
  expect(await screen.findByRole('link', { name: note })).toBeVisible();
  expect(screen.queryByRole('definition')).toBeNull();
  expect(document.querySelector('dl')).toBeNull();
});

test('WAL-13 WAL-19 Home keeps the own payments and the card of a hidden network', async () => {
  storeLedger([{ ...entry, chainId: 902, symbol: 'ETH', status: 'confirmed' }]);
  const contracts = [901, 902].flatMap((chainId) => [
    { chainId, name: 'vault_contract', address: VAULT },
    { chainId, name: 'multicall', address: MULTICALL },
  ]);
  const card = { chainId: 902, name: 'card_contract', address: TOKEN };
  await show(
    <SWRConfig value={{ fallback: { '/config/contractAddressList': [...contracts, card] } }}>
      <Home account={account} />
    </SWRConfig>,
  );
  const activity = within(await screen.findByRole('region', { name: 'Activity' }));
  expect(await activity.findByText(/South Sea/)).toBeVisible();
  expect(await screen.findByText('Card on 902')).toBeVisible();
  expect(screen.getByRole('link', { name: note })).toBeVisible();
});
