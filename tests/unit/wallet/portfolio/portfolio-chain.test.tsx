import { QueryClient } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  type Abi,
  AbiDecodingZeroDataError,
  type Address,
  erc20Abi,
  maxUint256,
  parseEther,
  parseUnits,
} from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { CustomTokens } from '@/components/wallet/portfolio/custom-tokens';
import type { Coin } from '@/lib/api/types';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { readMany } from '@/lib/evm/read-many';
import { activityTokens } from '@/lib/wallet/activity/activity-row';
import { readHoldingSources } from '@/lib/wallet/portfolio/holding-sources';
import { readHoldings } from '@/lib/wallet/portfolio/read-holdings';
import { blocksAt } from '@/lib/wallet/portfolio/use-past-holdings';
import { useCustomTokens } from '@/lib/wallet/tokens/custom-tokens';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { connectOwnChain, type OwnChain, renderOnOwnChain, startOwnChain } from '../../../support/own-chain';

const usdt = (amount: string) => parseUnits(amount, 6);
const funder = demoAccount(1).address;
const account = privateKeyToAddress(generatePrivateKey());
let chain: OwnChain;

beforeAll(async () => {
  chain = await startOwnChain();
});
afterAll(() => chain.stop());

function Shown({ coins }: { coins: readonly Coin[] }) {
  const custom = useCustomTokens((state) => state.entries);
  return <CustomTokens chains={chain.lists.chains} coins={coins} custom={custom} />;
}

async function send(
  from: Address,
  address: Address,
  abi: Abi,
  functionName: string,
  args: readonly unknown[],
  value = 0n,
) {
  await chain.client.impersonateAccount({ address: from });
  const hash = await chain.client.writeContract({
    address,
    abi,
    functionName,
    args,
    value,
    account: from,
    gas: 1_000_000n,
  });
  const receipt = await chain.client.waitForTransactionReceipt({ hash });
  expect([functionName, receipt.status]).toEqual([functionName, 'success']);
  return receipt.blockNumber;
}

async function holdingsAt(blockNumber?: bigint) {
  const config = await connectOwnChain(chain, account);
  const tokens = activityTokens(chain.id, chain.lists.coins, []);
  const sources = await readHoldingSources(
    config,
    new QueryClient(),
    chain.id,
    account,
    tokens,
    chain.lists.contracts,
  );
  const { parts, isIncomplete } = await readHoldings(
    config.getClient({ chainId: chain.id }),
    sources,
    blockNumber,
  );
  expect(isIncomplete).toBe(false);
  return Object.fromEntries(parts.map(({ token, place, amount }) => [`${place} ${token.symbol}`, amount]));
}

test('WAL-13 all holdings on a chain are read for now and for past blocks, to the last base unit', async () => {
  const { tUsdt, tTide, vault, pledge, staking } = chain.addresses;
  await chain.client.setBalance({ address: account, value: parseEther('10') });
  const funded = await send(funder, tUsdt, erc20Abi as Abi, 'transfer', [account, usdt('1000')]);
  await send(funder, tTide, erc20Abi as Abi, 'transfer', [account, parseEther('8')]);
  await send(account, tTide, erc20Abi as Abi, 'approve', [staking, maxUint256]);
  for (const spender of [vault, pledge])
    await send(account, tUsdt, erc20Abi as Abi, 'approve', [spender, maxUint256]);
  const deposited = await send(account, vault, vaultAbi as Abi, 'deposit', [tUsdt, usdt('100.000001')]);
  await send(account, vault, vaultAbi as Abi, 'depositNative', [], parseEther('1'));
  for (const amount of ['20', '30'])
    await send(account, pledge, pledgeAbi as Abi, 'pledge', [0n, usdt(amount)]);
  const pledged = await send(account, staking, stakingPoolAbi as Abi, 'stake', [parseEther('5')]);
  await send(account, pledge, pledgeAbi as Abi, 'exitEarly', [
    (
      await chain.client.readContract({
        address: pledge,
        abi: pledgeAbi,
        functionName: 'positionsOf',
        args: [account, 0n, 9n],
      })
    )[0]?.id,
    account,
  ]);

  expect(await holdingsAt(funded - 1n)).toEqual({ 'wallet ETH': parseEther('10') });
  expect(await holdingsAt(funded)).toEqual({ 'wallet ETH': parseEther('10'), 'wallet tUSDT': usdt('1000') });
  expect(await holdingsAt(deposited)).toMatchObject({
    'wallet tUSDT': usdt('899.999999'),
    'vault tUSDT': usdt('100.000001'),
  });
  expect(await holdingsAt(pledged)).toMatchObject({
    'wallet tUSDT': usdt('849.999999'),
    'vault ETH': parseEther('1'),
    'pledged tUSDT': usdt('50'),
    'staked tTIDE': parseEther('5'),
  });
  expect(await holdingsAt()).toMatchObject({ 'pledged tUSDT': usdt('30'), 'staked tTIDE': parseEther('5') });
  // Before any contract was deployed, an account could hold only native currency.
  expect(await holdingsAt(0n)).toEqual({});
});

test('WAL-13 reading a long list again returns changes without reading unchanged balances', async () => {
  const client = (await connectOwnChain(chain, account)).getClient({ chainId: chain.id });
  const holder = privateKeyToAddress(generatePrivateKey());
  const token = chain.addresses.tUsdt;
  const balance = { address: token, abi: erc20Abi as Abi, functionName: 'balanceOf', args: [holder] };
  const calls = Array.from({ length: 600 }, (_, index) =>
    index === 300 ? { ...balance, address: holder } : balance,
  );
  const amounts = (answers: Awaited<ReturnType<typeof readMany>>) => [
    ...new Set(answers.map(({ result }) => result)),
  ];
  const first = await readMany(client, calls);
  expect(first).toHaveLength(600);
  expect(amounts(first)).toEqual([0n, undefined]);
  expect(first[300]?.error).toBeInstanceOf(AbiDecodingZeroDataError);
  const again = await readMany(client, calls);
  expect(again.every((answer, index) => answer === first[index])).toBe(true);

  const paidAt = await send(funder, token, erc20Abi as Abi, 'transfer', [holder, usdt('3')]);
  expect(amounts(await readMany(client, calls))).toEqual([usdt('3'), undefined]);
  expect(amounts(await readMany(client, calls, { blockNumber: paidAt - 1n }))).toEqual([0n, undefined]);
  expect(amounts(await readMany(client, calls))).toEqual([usdt('3'), undefined]);
});

test('WAL-2 reading the balances of a chain takes one HTTP request, or two for 1,250 balances', async () => {
  const client = (await connectOwnChain(chain, account)).getClient({ chainId: chain.id });
  const requestsOf = async (count: number) => {
    const call = {
      address: chain.addresses.tUsdt,
      abi: erc20Abi as Abi,
      functionName: 'balanceOf',
      args: [funder],
    };
    const sent = jest.spyOn(globalThis, 'fetch');
    const answers = await readMany(
      client,
      Array.from({ length: count }, () => call),
    );
    const requests = sent.mock.calls.length;
    sent.mockRestore();
    expect(answers.every(({ result }) => typeof result === 'bigint' && result > 0n)).toBe(true);
    return requests;
  };
  expect(await requestsOf(2)).toBe(1);
  expect(await requestsOf(250)).toBe(1);
  // The first request gets the block that all reads use, and the second one reads the balances.
  expect(await requestsOf(1_250)).toBe(2);
});

test('WAL-13 the last block at each past time is found, however uneven the block times', async () => {
  const { timestamp: start } = await chain.client.getBlock();
  const gaps = [1, 1, 900, 3, 40_000, 2, 2, 2, 500, 7_000, 1, 90_000];
  const blocks: { number: bigint; at: number }[] = [];
  let at = Number(start);
  for (const gap of gaps) {
    at += gap;
    await chain.client.setNextBlockTimestamp({ timestamp: BigInt(at) });
    await chain.client.mine({ blocks: 1 });
    const { number } = await chain.client.getBlock();
    blocks.push({ number, at });
  }
  const times = blocks.flatMap((block) => [block.at - 1, block.at, block.at + 1]);
  const right = times.map((time) => blocks.findLast((block) => block.at <= time)?.number);
  const found = await blocksAt(chain.client, times, 0);
  expect(found.slice(1)).toEqual(right.slice(1));
  expect(await blocksAt(chain.client, [0, at + 10_000], 0)).toEqual([null, blocks.at(-1)?.number]);
});

test('WAL-13 a token is added by its address, showing its own data with a warning, and is stored on the device', async () => {
  const user = userEvent.setup();
  const config = await connectOwnChain(chain, account);
  // Remove the tTIDE contract from the list, so that it is unlisted while a coin with the same name is listed.
  const coins = chain.lists.coins.map((coin) => (coin.symbol === 'tTIDE' ? { ...coin, tokens: [] } : coin));
  renderOnOwnChain(<Shown coins={coins} />, chain, config);
  const field = screen.getByLabelText('Token address');
  const lookUp = async (text: string) => {
    await user.clear(field);
    await user.type(field, text);
    await user.click(screen.getByRole('button', { name: 'Look up' }));
  };
  await lookUp('0x123');
  expect(
    screen.getByText('Enter an address: 0x followed by 40 characters from 0 to 9 and a to f.'),
  ).toBeVisible();
  await lookUp(chain.addresses.tUsdt);
  expect(screen.getByText("Tidewell already lists this token, so you don't need to add it.")).toBeVisible();
  await lookUp(chain.addresses.vault);
  expect(
    await screen.findByText(
      'There is no token at this address on this network. Check the address and the network.',
    ),
  ).toBeVisible();
  await lookUp(chain.addresses.tTide);
  expect(await screen.findByText(/^This contract reports the symbol/)).toHaveTextContent(
    /symbol tTIDE, the name .+, and 18 decimal places\.$/,
  );
  expect(screen.getByText(/^This token looks like the tTIDE listed on Tidewell/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add tTIDE' }));
  const item = await screen.findByRole('listitem');
  expect(within(item).getByText(new RegExp(chain.addresses.tTide))).toBeVisible();
  expect(JSON.parse(localStorage.getItem('tidewell.tokens') ?? '[]')).toMatchObject([
    { decimals: 18, symbol: 'tTIDE' },
  ]);
  await user.click(within(item).getByRole('button', { name: 'Remove tTIDE' }));
  await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull());
});
