import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { SWRConfig, unstable_serialize } from 'swr';
import { erc20Abi, parseUnits } from 'viem';
import { AccountChoice } from '@/components/wallet/demo-wallet/account-choice';
import { createDemoProvider } from '@/components/wallet/demo-wallet/demo-provider';
import { DemoWalletSheet } from '@/components/wallet/demo-wallet/demo-wallet-sheet';
import type { CoinPrice } from '@/lib/api/types';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { shortAddress } from '@/lib/evm/address';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { connectOwnChain, type OwnChain, renderOnOwnChain, startOwnChain } from '../../../support/own-chain';

let chain: OwnChain;

beforeAll(async () => {
  chain = await startOwnChain();
});
afterAll(() => chain.stop());

const accounts = [1, 2, 3, 4, 5] as const;
const address = (number: number) => demoAccount(number).address;

/** The row's name of an account whose balance is unknown, as screen readers announce it. */
const plainName = (number: number) => `Account ${number} ${shortAddress(address(number))}`;

const radio = (number: number) => screen.getByRole('radio', { name: new RegExp(`^Account ${number} `) });
const skeletons = () => document.querySelectorAll('.option-row [aria-hidden=true]');

function Choice() {
  const [chosen, setChosen] = useState(0);
  return <AccountChoice chosen={chosen} onChoose={setChosen} />;
}

/** Renders the choice of accounts with a price of $2 for tUSDT and of $1,000 for ETH, and no other prices. */
async function show(own: OwnChain = chain) {
  const config = await connectOwnChain(own, address(1));
  const price = (symbol: string, value: string): CoinPrice => ({
    coinId: chain.lists.coins.find((coin) => coin.symbol === symbol)?.id ?? 0,
    price: value,
    change24h: null,
    sources: [],
    at: new Date().toISOString(),
    stale: false,
    spark: [],
    sample: false,
  });
  const fallback = {
    '/config/currencyList': [{ name: 'USD', decimals: 2 }],
    [unstable_serialize(['/coin/pricing', 'USD'])]: [price('tUSDT', '2'), price('ETH', '1000')],
  };
  renderOnOwnChain(
    <SWRConfig value={{ fallback }}>
      <Choice />
    </SWRConfig>,
    own,
    config,
  );
}

test('OPS-1 each demo account shows what its wallet and its vault hold, and the first is preselected', async () => {
  const { tUsdt, vault } = chain.addresses;
  const amount = parseUnits('100', 6);
  for (const call of [
    { address: tUsdt, abi: erc20Abi, functionName: 'approve', args: [vault, amount] } as const,
    { address: vault, abi: vaultAbi, functionName: 'deposit', args: [tUsdt, amount] } as const,
  ]) {
    const hash = await chain.client.writeContract({ ...call, account: demoAccount(2) } as never);
    await chain.client.waitForTransactionReceipt({ hash });
  }
  for (const number of accounts) await chain.client.setBalance({ address: address(number), value: 0n });
  await chain.client.setBalance({ address: address(5), value: parseUnits('3', 18) });

  await show();
  expect(skeletons()).toHaveLength(10);
  await waitFor(() => expect(skeletons()).toHaveLength(0));
  const names = [
    `${plainName(1)} $100,000.00 in wallet $0.00 in vault`,
    `${plainName(2)} $99,800.00 in wallet $200.00 in vault`,
    `${plainName(5)} $103,000.00 in wallet $0.00 in vault`,
  ];
  for (const name of names) expect(screen.getByRole('radio', { name })).toBeEnabled();
  expect(screen.getByText('Vault balances come from past test deposits.')).toBeVisible();

  expect(radio(1)).toBeChecked();
  await userEvent.click(radio(1));
  await userEvent.keyboard('{ArrowDown}');
  expect(radio(2)).toBeChecked();
});

test('OPS-1 an account whose balances cannot be read is offered without them', async () => {
  const [mapping] = chain.lists.chains;
  if (!mapping) throw new Error('no chain');
  // Nothing listens on the discard port.
  const chains = [{ ...mapping, rpcUrl: 'http://127.0.0.1:9' }];
  await show({ ...chain, lists: { ...chain.lists, chains } });
  await waitFor(() => expect(skeletons()).toHaveLength(0));
  for (const number of accounts) expect(screen.getByRole('radio', { name: plainName(number) })).toBeEnabled();
  await act(async () => radio(4).click());
  expect(radio(4)).toBeChecked();
});

test('OPS-1 the account that was connected last is preselected, and nothing but its number is stored', async () => {
  const provider = createDemoProvider(chain.lists.chains);
  const config = await connectOwnChain(chain, address(1));
  const connect = async (expected: number, next: number) => {
    const { unmount } = renderOnOwnChain(<DemoWalletSheet />, chain, config);
    let asked: Promise<unknown> = Promise.resolve();
    act(() => {
      asked = provider.request({ method: 'eth_requestAccounts' });
    });
    await screen.findByRole('dialog', { name: 'Connect the demo wallet' });
    expect(radio(expected)).toBeChecked();
    await userEvent.click(radio(next));
    await userEvent.click(screen.getByRole('button', { name: 'Connect' }));
    expect(await asked).toEqual([address(next)]);
    await provider.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] });
    unmount();
  };
  await connect(1, 3);
  const stored = Object.entries(localStorage).filter(([key]) => key.startsWith('tidewell.demo'));
  expect(stored).toEqual([['tidewell.demo-account', '2']]);
  await connect(3, 2);
  localStorage.setItem('tidewell.demo-account', '99');
  await connect(1, 1);
});
