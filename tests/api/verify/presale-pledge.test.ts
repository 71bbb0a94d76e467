import { formatUnits, parseEther, parseEventLogs } from 'viem';
import { GET as pricingCall } from '@/app/api/config/pricing/route';
import { POST as verifyDeposit } from '@/app/api/deposit/verifyTx/route';
import { POST as verifyPledge } from '@/app/api/pledge/verifyTx/route';
import { POST as verifyPresale } from '@/app/api/presale/verifyTx/route';
import { GET as activity } from '@/app/api/wallet/activity/route';
import { pricing } from '@/lib/api/schemas/pricing';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import { clearCache } from '@/lib/server/cached';
import type { RouteHandler } from '@/lib/server/http/handler';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { senderOn } from '../../support/api-deposit';
import { approvePledges, contractsOf, contribute, pledge } from '../../support/api-payments';
import { tokenOf } from '../../support/api-sign-in';

let backend: Backend;
let token: string;
let otherToken: string;
const account = demoAccount(1);

beforeAll(async () => {
  backend = await startBackend({ pools: true });
  [token, otherToken] = await Promise.all([tokenOf(account), tokenOf(demoAccount(2))]);
  await approvePledges(backend.chains[0], account);
});
afterAll(() => backend.stop());

const verify = (route: RouteHandler, txHash: string, chainId = 31337, as = token) =>
  callRoute(route, { body: { chainId, txHash }, token: as });

test('API-7 records a pledge with the amount received, once, and only for its owner', async () => {
  const txHash = await pledge(backend.chains[0], account, '125.5');
  const answers = await Promise.all(Array.from({ length: 20 }, () => verify(verifyPledge, txHash)));
  for (const answer of answers)
    expect(answer).toMatchObject({
      code: 200,
      data: { kind: 'pledge', chainId: 31337, txHash, amount: '125.5', coinId: 2 },
    });
  expect(await verify(verifyPledge, txHash, 31337, otherToken)).toMatchObject({
    code: 422,
    data: { reason: 'not_owner' },
  });
  const { data } = await callRoute(activity, {
    token,
    query: { pageNum: 1, pageSize: 10, kind: 'pledge' },
  });
  expect(data).toMatchObject({ total: 1, list: [{ txHash, kind: 'pledge', amount: '125.5' }] });
});

test('API-7 records a presale payment on the chain where it was made', async () => {
  const [, second] = backend.chains;
  const txHash = await contribute(second, account, parseEther('0.25'));
  expect(await verify(verifyPresale, txHash, 31338)).toMatchObject({
    code: 200,
    data: { kind: 'presale', chainId: 31338, txHash, amount: '0.25', coinId: 1 },
  });
  expect(await verify(verifyPresale, txHash, 31337)).toMatchObject({ code: 425 });
});

test('API-7 each call records only events of its own contract', async () => {
  const txHash = await pledge(backend.chains[0], account, '1');
  for (const route of [verifyDeposit, verifyPresale])
    expect(await verify(route, txHash)).toMatchObject({ code: 422, data: { reason: 'not_our_contract' } });
});

test('API-7 leaving a pledge early is no pledge', async () => {
  const [chain] = backend.chains;
  const { pledge: address } = contractsOf(chain);
  const sender = senderOn(chain, account);
  const receipt = await sender.getTransactionReceipt({ hash: await pledge(chain, account, '3') });
  const [pledged] = parseEventLogs({ abi: pledgeAbi, eventName: 'Pledged', logs: receipt.logs });
  if (!pledged) throw new Error('nothing was pledged');
  const call = { address, abi: pledgeAbi, functionName: 'exitEarly' } as const;
  const hash = await sender.writeContract({ ...call, args: [pledged.args.id, account.address] });
  expect((await sender.waitForTransactionReceipt({ hash })).status).toBe('success');
  expect(await verify(verifyPledge, hash)).toMatchObject({ code: 422, data: { reason: 'not_our_contract' } });
});

test('PRICE-2 yield, presale price and pledge terms are read from the contracts, and changes appear at once', async () => {
  const [{ client, ...chain }] = backend.chains;
  const { staking, presale, pledge: pledges } = contractsOf({ client, ...chain });
  const told = async () => pricing.parse((await callRoute(pricingCall)).data);
  const [apr, { price }, terms] = await Promise.all([
    client.readContract({ address: staking, abi: stakingPoolAbi, functionName: 'aprBps' }),
    client.readContract({ address: presale, abi: presaleAbi, functionName: 'terms' }),
    client.readContract({ address: pledges, abi: pledgeAbi, functionName: 'terms' }),
  ]);
  expect(terms.length).toBeGreaterThan(1);
  expect(await told()).toMatchObject({
    staking: { aprBps: Number(apr) },
    presale: { price: formatUnits(price, 6), currency: 'USD' },
    pledge: terms.map(({ duration, rateBps, penaltyBps }) => ({
      termDays: duration / 86_400,
      rateBps,
      earlyExitPenaltyBps: penaltyBps,
    })),
  });
  const hash = await client.writeContract({
    address: pledges,
    abi: pledgeAbi,
    functionName: 'setTermOpen',
    args: [0n, false],
  });
  await client.waitForTransactionReceipt({ hash });
  clearCache();
  expect((await told()).pledge).toHaveLength(terms.length - 1);
});
