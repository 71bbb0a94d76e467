import { screen, within } from '@testing-library/react';
import { type Abi, type Address, erc20Abi, maxUint256, parseUnits } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { UnlockCalendar } from '@/components/wallet/unlocks/unlocks';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { connectOwnChain, type OwnChain, renderOnOwnChain, startOwnChain } from '../../../support/own-chain';

const DAY_S = 86_400;
let chain: OwnChain;

beforeAll(async () => {
  chain = await startOwnChain();
});
afterAll(() => chain.stop());

async function show(account: Address, lists = chain.lists) {
  const own = { ...chain, lists };
  const config = await connectOwnChain(own, account);
  return renderOnOwnChain(<UnlockCalendar account={account} {...lists} />, own, config);
}

test('WAL-13 an account with nothing locked is shown as such, and an unreachable network is not treated as empty', async () => {
  const nobody = privateKeyToAddress(generatePrivateKey());
  const { unmount } = await show(nobody);
  expect(
    await screen.findByText(/^You have nothing locked\. Pledges and presale tokens appear here/),
  ).toBeVisible();
  unmount();

  const [first] = chain.lists.chains;
  if (!first) throw new Error('no chain');
  const dead = { ...first, id: 902, name: 'South Sea', rpcUrl: 'http://127.0.0.1:9' };
  const contracts = [
    ...chain.lists.contracts,
    ...chain.lists.contracts.map((contract) => ({ ...contract, chainId: 902 })),
  ];
  await show(nobody, { ...chain.lists, chains: [first, dead], contracts });
  expect(await screen.findByText('Unavailable right now')).toBeVisible();
  expect(screen.queryByText(/^You have nothing locked\. Pledges and presale tokens appear here/)).toBeNull();
});

test('WAL-13 a pledge counts down in chain time and becomes available at maturity', async () => {
  const account = demoAccount(1).address;
  const { tUsdt, pledge } = chain.addresses;
  const send = async (address: Address, abi: Abi, functionName: string, args: readonly unknown[]) => {
    const hash = await chain.client.writeContract({
      address,
      abi,
      functionName,
      args,
      account,
      gas: 1_000_000n,
    });
    expect((await chain.client.waitForTransactionReceipt({ hash })).status).toBe('success');
  };
  await send(tUsdt, erc20Abi as Abi, 'approve', [pledge, maxUint256]);
  await send(pledge, pledgeAbi as Abi, 'pledge', [0n, parseUnits('100', 6)]);
  await chain.client.increaseTime({ seconds: 28 * DAY_S });
  await chain.client.mine({ blocks: 1 });
  const running = await show(account);
  const ahead = within(await screen.findByRole('region', { name: 'Coming up' }));
  expect(await ahead.findByText(/^in (2 days|1 day 23 hours)/)).toBeVisible();
  expect(ahead.getByRole('heading', { name: 'Pledge matures' })).toBeVisible();
  running.unmount();

  await chain.client.increaseTime({ seconds: 2 * DAY_S });
  await chain.client.mine({ blocks: 1 });
  await show(account);
  const free = within(await screen.findByRole('region', { name: 'Available now' }));
  expect(await free.findByText('Matured pledge')).toBeVisible();
  expect(free.getByRole('link', { name: 'Redeem' })).toHaveAttribute(
    'href',
    `/wallet/pledge?chain=${chain.id}`,
  );
  expect(screen.queryByRole('region', { name: 'Coming up' })).toBeNull();
});
