import { type Address, decodeFunctionData, encodeFunctionData, getAddress, pad, zeroAddress } from 'viem';
import { presalePlan } from '@/components/wallet/presale/presale-plan';
import { presaleAbi } from '@/lib/evm/abi/presale';
import type { ContractCall } from '@/lib/wallet/transactions/transaction-plan';

const presale: Address = '0x00000000000000000000000000000000000000aa';
const account = getAddress('0x00000000000000000000000000000000000000bb');
const token: Address = '0x00000000000000000000000000000000000000cc';
const order = { chainId: 901, presale, account, amount: 7n } as const;
const listed = { coinId: 2, symbol: 'USDT', decimals: 6, address: token };
const native = { coinId: 1, symbol: 'ETH', decimals: 18, address: zeroAddress };
/** The call as the contract reads it. */
const read = (call: ContractCall | undefined) =>
  call && decodeFunctionData({ abi: presaleAbi, data: encodeFunctionData(call) });

test('WAL-7 a token is contributed by exactly its amount, by permit where the token has one', () => {
  const { call, spending, intent } = presalePlan({ ...order, action: 'contribute', token: listed });
  expect(read(call)).toEqual({ functionName: 'contribute', args: [7n] });
  expect(call.value).toBeUndefined();
  expect(spending).toMatchObject({ token, amount: 7n });
  const [r, s] = [pad('0x1'), pad('0x2')];
  expect(read(spending?.permitted?.({ deadline: 9n, v: 27, r, s }))).toEqual({
    functionName: 'contributeWithPermit',
    args: [7n, 9n, 27, r, s],
  });
  expect(intent).toEqual({ kind: 'contribute', coinId: 2, amountRaw: '7', decimals: 6, symbol: 'USDT' });
});

test("WAL-7 a chain's own coin is sent along, and nothing approved", () => {
  const { call, spending } = presalePlan({ ...order, action: 'contribute', token: native });
  expect(read(call)).toEqual({ functionName: 'contributeNative' });
  expect([call.value, spending]).toEqual([7n, undefined]);
});

test('WAL-7 a claim names nobody, a refund goes to the account itself', () => {
  const claim = presalePlan({ ...order, action: 'claimVested', token: listed });
  expect([read(claim.call), claim.spending]).toEqual([{ functionName: 'claim' }, undefined]);
  const refund = presalePlan({ ...order, action: 'refund', token: native });
  expect(read(refund.call)).toEqual({ functionName: 'refund', args: [account] });
  expect(refund.call.value).toBeUndefined();
});
