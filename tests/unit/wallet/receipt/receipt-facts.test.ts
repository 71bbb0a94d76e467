import {
  type Abi,
  type Address,
  type ContractEventName,
  encodeAbiParameters,
  encodeEventTopics,
  erc20Abi,
  erc721Abi,
  getAddress,
  maxUint256,
  pad,
  type TransactionReceipt,
} from 'viem';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { paidFee } from '@/lib/evm/paid-fee';
import type { ActivityScope } from '@/lib/wallet/activity/activity-scope';
import { receiptEffects } from '@/lib/wallet/receipt/receipt-facts';

const addressOf = (digits: string): Address => getAddress(`0x${digits.padStart(40, '0')}`);
const [account, friend, vault, token, unlisted] = ['a1', 'b2', 'c3', 'd4', 'e5'].map(addressOf) as [
  Address,
  Address,
  Address,
  Address,
  Address,
];
const ether = { address: NATIVE_TOKEN, symbol: 'ETH', decimals: 18, coinId: 1 };
const tide = { address: token, symbol: 'TIDE', decimals: 18, coinId: 2 };
const scope: ActivityScope = {
  chainId: 901,
  account,
  tokens: new Map([
    [NATIVE_TOKEN, ether],
    [token, tide],
  ]),
  contracts: new Map([['vault_contract', vault]]),
  pools: new Set(),
  cards: new Set(),
};

function log<const A extends Abi>(
  address: Address,
  abi: A,
  eventName: ContractEventName<A>,
  args: Record<string, unknown>,
  amounts: readonly bigint[],
) {
  return {
    address,
    topics: encodeEventTopics({ abi, eventName, args } as Parameters<typeof encodeEventTopics>[0]),
    data: encodeAbiParameters(
      amounts.map(() => ({ type: 'uint256' })),
      amounts,
    ),
    transactionHash: pad('0x1', { size: 32 }),
    blockNumber: 16n,
    logIndex: 0,
    removed: false,
  };
}

const receipt = (logs: unknown[], part: Partial<TransactionReceipt> = {}) =>
  ({ status: 'success', from: account, to: friend, logs, ...part }) as TransactionReceipt;
const call = { value: 0n, input: '0xaa' } as const;

test('a transfer of native currency is read from the call, because it has no events', () => {
  expect(receiptEffects(receipt([]), { value: 5n, input: '0x' }, scope)).toMatchObject({
    kind: 'send',
    out: [{ token: ether, amount: 5n }],
    counterparty: friend,
  });
  const other = { ...scope, account: friend };
  expect(receiptEffects(receipt([]), { value: 5n, input: '0x' }, other)).toMatchObject({ out: [] });
});

test('nothing of a reverted transaction counts', () => {
  const sent = log(token, erc20Abi, 'Transfer', { from: account, to: friend }, [7n]);
  const effects = receiptEffects(receipt([sent], { status: 'reverted' }), { value: 5n, input: '0x' }, scope);
  expect(effects).toMatchObject({ kind: 'other', out: [], in: [], counterparty: null });
});

test('a token that nobody listed moves nothing', () => {
  const fake = log(unlisted, erc20Abi, 'Transfer', { from: account, to: friend }, [7n]);
  expect(receiptEffects(receipt([fake]), call, scope)).toMatchObject({ kind: 'other', out: [], in: [] });
});

test('a withdrawal has its fee, unless another contract claims to be the vault', () => {
  const args = { owner: account, token, to: friend };
  const withdrawn = (by: Address) => log(by, vaultAbi, 'Withdrawn', args, [100n, 3n]);
  expect(receiptEffects(receipt([withdrawn(vault)]), call, scope)).toMatchObject({
    kind: 'withdraw',
    out: [{ token: tide, amount: 100n }],
    counterparty: friend,
    withdrawalFee: { token: tide, amount: 3n },
  });
  const lookAlike = receiptEffects(receipt([withdrawn(unlisted)]), call, scope);
  expect(lookAlike).toMatchObject({ kind: 'other', out: [], withdrawalFee: null });
});

test('an approval has its spender and amount, and one of zero revokes', () => {
  const approved = (amount: bigint) =>
    receipt([log(token, erc20Abi, 'Approval', { owner: account, spender: vault }, [amount])]);
  expect(receiptEffects(approved(maxUint256), call, scope)).toMatchObject({
    kind: 'approve',
    counterparty: vault,
    allowance: { token: tide, amount: maxUint256 },
  });
  expect(receiptEffects(approved(0n), call, scope).kind).toBe('revoke');
});

test('a call that sends native currency and sets an allowance shows what was sent', () => {
  const approved = receipt([log(token, erc20Abi, 'Approval', { owner: account, spender: vault }, [5n])]);
  expect(receiptEffects(approved, { value: 7n, input: '0x01' }, scope)).toMatchObject({
    kind: 'other',
    out: [{ amount: 7n }],
    allowance: null,
  });
});

test('a sent NFT has its recipient', () => {
  const sent = log(unlisted, erc721Abi, 'Transfer', { from: account, to: friend, tokenId: 4n }, []);
  expect(receiptEffects(receipt([sent]), call, scope)).toMatchObject({
    kind: 'transferNft',
    counterparty: friend,
  });
});

test('the fee includes the layer 1 fee that OP Stack chains state', () => {
  const spent = { gasUsed: 21_000n, effectiveGasPrice: 2n };
  expect(paidFee(receipt([], spent))).toBe(42_000n);
  expect(paidFee({ ...receipt([], spent), l1Fee: '0x10' } as TransactionReceipt)).toBe(42_016n);
});
