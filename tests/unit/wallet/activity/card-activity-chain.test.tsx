import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Abi, type Address, erc20Abi, type Hash, maxUint256, parseUnits } from 'viem';
import { ActivityView } from '@/components/wallet/activity/activity';
import { cardAccountAbi } from '@/lib/evm/abi/card-account';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { connectOwnChain, type OwnChain, renderOnOwnChain, startOwnChain } from '../../../support/own-chain';
import { catchSavedFile } from '../../../support/saved-file';

const [alice, bob] = [demoAccount(1).address, demoAccount(2).address];
const usdt = (amount: string) => parseUnits(amount, 6);
const limits = { perDay: usdt('20'), perMonth: usdt('100'), offlinePerMonth: 0n, overCaptureBps: 0 };
let chain: OwnChain;
let contract: Address;

beforeAll(async () => {
  chain = await startOwnChain();
  const listed = chain.lists.contracts.find(({ name }) => name === 'card_contract');
  if (!listed) throw new Error('the chain has no contract for cards');
  contract = listed.address;
});
afterAll(() => chain.stop());

async function send(
  functionName: string,
  args: readonly unknown[],
  account: Address = alice,
  [address, abi]: readonly [Address, Abi] = [contract, cardAccountAbi as Abi],
): Promise<Hash> {
  const hash = await chain.client.writeContract({
    ...{ address, abi, functionName, args, account, gas: 1_000_000n },
  });
  const { status } = await chain.client.waitForTransactionReceipt({ hash });
  expect([functionName, status]).toEqual([functionName, 'success']);
  return hash;
}

async function show(account: Address, search = '') {
  const config = await connectOwnChain(chain, account);
  return renderOnOwnChain(<ActivityView account={account} {...chain.lists} />, chain, config, search);
}

/** Returns the kind and the amounts of each transaction. */
const rowTexts = () =>
  screen.getAllByRole('row').flatMap((row) => {
    const [kind, amounts] = row.querySelectorAll('td');
    const copy = amounts?.cloneNode(true);
    if (!kind || !(copy instanceof HTMLElement)) return [];
    for (const time of copy.querySelectorAll('time')) time.remove();
    return [[kind.querySelector('a')?.textContent, copy.textContent]];
  });

async function actWithCards() {
  const { tUsdt } = chain.addresses;
  const token = [tUsdt, erc20Abi as Abi] as const;
  await send('approve', [contract, maxUint256], alice, token);
  await send('openCard', [tUsdt, limits], bob);
  await send('topUp', [tUsdt, usdt('50')]);
  await send('openCard', [tUsdt, limits]);
  await send('setLimits', [2, { ...limits, perDay: usdt('10') }]);
  await send('setStatus', [2, 2]);
  await send('setStatus', [2, 1]);
  await send('setStatus', [1, 2], bob);
  await send('requestWithdrawal', [tUsdt, usdt('12.5')]);
  await send('cancelWithdrawal', [tUsdt]);
  await send('requestWithdrawal', [tUsdt, usdt('30')]);
  await chain.client.increaseTime({ seconds: 61 });
  await send('withdraw', [tUsdt, alice]);
  await send('fund', [tUsdt, usdt('4.2')]);
  await send('setStatus', [2, 3]);
}

test('CARD-67 activity names what an account did with its cards, and nothing of the cards of others', async () => {
  await actWithCards();
  const { unmount } = await show(alice);
  expect(await screen.findByText('North Sea: all blocks searched.')).toBeVisible();
  expect(rowTexts().slice(0, 12)).toEqual([
    ['Card closed', ''],
    ['Payment for purchases', 'Sent −4.2 tUSDT'],
    ['Card withdrawal', 'Received +30 tUSDT'],
    ['Card withdrawal requested', '30 tUSDT'],
    ['Card withdrawal canceled', ''],
    ['Card withdrawal requested', '12.5 tUSDT'],
    ['Card unfrozen', ''],
    ['Card frozen', ''],
    ['Card limits set', ''],
    ['Card opened', ''],
    ['Card top-up', 'Sent −50 tUSDT'],
    ['Approval', 'unlimited tUSDT'],
  ]);
  unmount();

  const other = await show(bob);
  expect(await screen.findByText('North Sea: all blocks searched.')).toBeVisible();
  expect(rowTexts().slice(0, 2)).toEqual([
    ['Card frozen', ''],
    ['Card opened', ''],
  ]);
  other.unmount();
});

test('CARD-67 activity of cards can be filtered by kind and token, and exported', async () => {
  const user = userEvent.setup();
  const savedFile = catchSavedFile();
  await show(alice, '?kind=withdrawCard');
  await screen.findByText(/^1 transaction of \d+$/);
  await user.click(screen.getByRole('button', { name: 'Save as CSV' }));
  const [, line] = (await savedFile()).trim().split('\r\n');
  expect(line).toMatch(/,North Sea,31337,withdrawCard,confirmed,in,30,tUSDT,0x/);
});
