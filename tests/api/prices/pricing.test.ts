import { parseEther, parseUnits } from 'viem';
import { z } from 'zod';
import { GET as pricingCall } from '@/app/api/config/pricing/route';
import { GET as withdrawConfig } from '@/app/api/withdraw/config/route';
import { pricing, withdrawTerms } from '@/lib/api/schemas/pricing';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import pricingFile from '../../../config/pricing.json';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { until } from '../../support/until';

let backend: Backend;
const free = { min: '0', max: null, feeBps: 0, feeFlat: '0', feeCapBps: 100 };

beforeAll(async () => {
  backend = await startBackend();
  const [{ client, vault, token }] = backend.chains;
  for (const [address, decimals] of [
    [NATIVE_TOKEN, 18],
    [token, 6],
  ] as const) {
    const hash = await client.writeContract({
      address: vault,
      abi: vaultAbi,
      functionName: 'setWithdrawalTerms',
      args: [
        address,
        {
          feeBps: 25,
          flatFee: parseUnits('0.5', decimals),
          minAmount: parseUnits('10', decimals),
          maxAmount: address === NATIVE_TOKEN ? parseEther('1000') : 0n,
        },
      ],
    });
    await client.waitForTransactionReceipt({ hash });
  }
});
afterAll(() => backend.stop());

test('PRICE-2 GET /withdraw/config returns the vaults’ fees in token units', async () => {
  const { code, data } = await callRoute(withdrawConfig);
  expect(code).toBe(200);
  expect(z.array(withdrawTerms.strict()).parse(data)).toEqual([
    { chainId: 31337, coinId: 1, min: '10', max: '1000', feeBps: 25, feeFlat: '0.5', feeCapBps: 100 },
    { chainId: 31337, coinId: 2, min: '10', max: null, feeBps: 25, feeFlat: '0.5', feeCapBps: 100 },
    { chainId: 31338, coinId: 1, ...free },
    { chainId: 31338, coinId: 2, ...free },
  ]);
});

test('PRICE-2 GET /config/pricing returns the operator’s prices and fees with the vaults’ terms', async () => {
  const { data } = await callRoute(pricingCall);
  const { withdraw, ...rest } = pricing.strict().parse(data);
  expect(rest).toEqual(pricingFile);
  expect(withdraw).toHaveLength(4);
});

test('PRICE-2 an unreachable chain does not affect the responses for others', async () => {
  await backend.chains[1].stop();
  const terms = await until(async () => {
    const list = z.array(withdrawTerms).parse((await callRoute(withdrawConfig)).data);
    return list.length === 2 && list;
  }, 'the terms of one chain');
  expect(terms.map(({ chainId }) => chainId)).toEqual([31337, 31337]);
  expect(await callRoute(pricingCall)).toMatchObject({ code: 200 });
});
