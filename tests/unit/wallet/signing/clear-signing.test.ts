import {
  type Address,
  type EncodeFunctionDataParameters,
  encodeFunctionData,
  type Hex,
  maxUint256,
} from 'viem';
import { cardAccountAbi } from '@/lib/evm/abi/card-account';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import type { Descriptor } from '@/lib/evm/erc7730/descriptor';
import { describeTransaction, describeTypedData } from '@/lib/wallet/signing/clear-signing';
import { describeCall } from '@/lib/wallet/signing/describe-call';
import { parseTypedData } from '@/lib/wallet/signing/parse-typed-data';
import { routerAbi } from '@/lib/wallet/swap/abi';
import {
  callData,
  permitTypes,
  samplePlace,
  signingContext,
  typedData,
} from '../../../support/signing-context';

const { chainId, account, token, stranger, vault: contract } = samplePlace;
const base = signingContext(samplePlace);
const at = (name: string, tokens: readonly Address[] = []) => ({
  ...base,
  contracts: [{ chainId, name, address: contract }],
  platformTokens: new Map([[contract, tokens]]),
});
const signature = { v: 27, r: `0x${'11'.repeat(32)}`, s: `0x${'22'.repeat(32)}` } as const;
const permit = [1_800_000_600n, signature.v, signature.r, signature.s] as const;

const tUsdt = (raw: bigint) => ({ kind: 'amount', raw, token: { symbol: 'tUSDT', decimals: 6 } });
const toSelf = { paidTo: { kind: 'address', address: account } };
const eth = (raw: bigint) => ({ kind: 'amount', raw, token: { symbol: 'ETH', decimals: 18 } });

test.each([
  ['vault_contract', vaultAbi, 'deposit', [token, 7n], { intent: 'deposit', amount: tUsdt(7n) }],
  [
    'vault_contract',
    vaultAbi,
    'depositWithPermit',
    [token, 7n, ...permit],
    { intent: 'deposit', amount: tUsdt(7n) },
  ],
  ['vault_contract', vaultAbi, 'depositNative', [], { intent: 'deposit', amount: eth(5n) }],
  [
    'vault_contract',
    vaultAbi,
    'withdraw',
    [NATIVE_TOKEN, 7n, stranger, 1n],
    {
      ...{ intent: 'withdraw', amount: eth(7n), fee: eth(1n), minimum: eth(6n) },
      paidTo: { kind: 'address', address: stranger },
    },
  ],
  [
    'vault_contract',
    vaultAbi,
    'withdraw',
    [token, 7n, stranger, 8n],
    { intent: 'withdraw', amount: tUsdt(7n), fee: tUsdt(8n), minimum: tUsdt(0n) },
  ],
  ['staking_contract', stakingPoolAbi, 'stake', [7n], { intent: 'stake', amount: tUsdt(7n) }],
  [
    'staking_contract',
    stakingPoolAbi,
    'stakeWithPermit',
    [7n, ...permit],
    { intent: 'stake', amount: tUsdt(7n) },
  ],
  [
    'staking_contract',
    stakingPoolAbi,
    'unstake',
    [7n, account],
    { intent: 'unstake', amount: tUsdt(7n), ...toSelf },
  ],
  ['staking_contract', stakingPoolAbi, 'claim', [account], { intent: 'claimRewards', ...toSelf }],
  ['staking_contract', stakingPoolAbi, 'exit', [account], { intent: 'exitPool', ...toSelf }],
  ['presale_contract', presaleAbi, 'contribute', [7n], { intent: 'contribute', amount: tUsdt(7n) }],
  [
    'presale_contract',
    presaleAbi,
    'contributeWithPermit',
    [7n, ...permit],
    { intent: 'contribute', amount: tUsdt(7n) },
  ],
  ['presale_contract', presaleAbi, 'contributeNative', [], { intent: 'contribute', amount: eth(5n) }],
  ['presale_contract', presaleAbi, 'claim', [account], { intent: 'claimPresale', ...toSelf }],
  ['presale_contract', presaleAbi, 'refund', [account], { intent: 'refund', ...toSelf }],
  ['pledge_contract', pledgeAbi, 'pledge', [1n, 7n], { intent: 'pledge', amount: { raw: 7n, token: null } }],
  [
    'pledge_contract',
    pledgeAbi,
    'pledge',
    [0n, 7n],
    { intent: 'pledge', amount: tUsdt(7n), term: { text: '0' } },
  ],
  [
    'pledge_contract',
    pledgeAbi,
    'pledgeWithPermit',
    [0n, 7n, ...permit],
    { intent: 'pledge', amount: tUsdt(7n) },
  ],
  [
    'pledge_contract',
    pledgeAbi,
    'redeem',
    [3n, account],
    { intent: 'redeem', pledge: { kind: 'text', text: '3' }, ...toSelf },
  ],
  [
    'pledge_contract',
    pledgeAbi,
    'exitEarly',
    [3n, account],
    { intent: 'exitEarly', pledge: { text: '3' }, ...toSelf },
  ],
  ['card_contract', cardAccountAbi, 'topUp', [token, 7n], { intent: 'topUpCard', amount: tUsdt(7n) }],
  ['card_contract', cardAccountAbi, 'withdraw', [token, account], { intent: 'withdrawRequested', ...toSelf }],
  [
    'card_contract',
    cardAccountAbi,
    'withdrawNow',
    [token, 7n, account, 1n, 1_800_000_600n, '0x'],
    { intent: 'withdrawFromCard', amount: tUsdt(7n), ...toSelf },
  ],
  [
    'card_contract',
    cardAccountAbi,
    'openCard',
    [token, { perDay: 5n, perMonth: 6n, offlinePerMonth: 7n, overCaptureBps: 1_250 }],
    {
      ...{ intent: 'openCard', perDay: tUsdt(5n), perMonth: tUsdt(6n), offlinePerMonth: tUsdt(7n) },
      overCapture: { kind: 'text', text: '12.5%' },
    },
  ],
  [
    'card_contract',
    cardAccountAbi,
    'setLimits',
    [3, { perDay: 5n, perMonth: 6n, offlinePerMonth: 7n, overCaptureBps: 0 }],
    { intent: 'setCardLimits', card: { text: '3' }, perDayUnits: { text: '5' }, overCapture: { text: '0%' } },
  ],
  [
    'card_contract',
    cardAccountAbi,
    'setStatus',
    [3, 2],
    { intent: 'setCardStatus', card: { text: '3' }, cardStatus: { kind: 'choice', choice: 'Frozen' } },
  ],
  [
    'card_contract',
    cardAccountAbi,
    'setStatus',
    [3, 0],
    { intent: 'setCardStatus', cardStatus: { kind: 'text', text: '0' } },
  ],
  [
    'router_contract',
    routerAbi,
    'swapExactTokensForETHSupportingFeeOnTransferTokens',
    [7n, 2n, [token, stranger], account, 1_800_000_600n],
    { intent: 'swap', amount: tUsdt(7n), minimum: eth(2n), until: { kind: 'time', seconds: 1_800_000_600n } },
  ],
  [
    'router_contract',
    routerAbi,
    'swapExactETHForTokensSupportingFeeOnTransferTokens',
    [2n, [stranger, token], account, 1_800_000_600n],
    { intent: 'swap', amount: eth(5n), minimum: tUsdt(2n) },
  ],
] as const)(
  'WAL-1 %s: %# a call is described by its intent and fields',
  (name, abi, functionName, args, expected) => {
    const data = encodeFunctionData({ abi, functionName, args } as EncodeFunctionDataParameters);
    const context = at(name, [token, stranger]);
    const described = describeTransaction({ to: contract, value: 5n, data }, context);
    const { intent, ...values } = expected;
    expect(described?.intent).toBe(intent);
    expect(
      Object.fromEntries(described?.fields.map(({ label, value }) => [label, value]) ?? []),
    ).toMatchObject(values);
  },
);

test('WAL-1 a sentence with an amount of an unknown token is not shown', () => {
  const data = encodeFunctionData({ abi: stakingPoolAbi, functionName: 'stake', args: [7n] });
  const described = (tokens: readonly Address[]) =>
    describeTransaction({ to: contract, value: 0n, data }, at('staking_contract', tokens))?.isComplete;
  expect([described([token]), described([stranger]), described([])]).toEqual([true, false, false]);
});

test('WAL-1 WAL-16 approvals and payments of listed tokens show the recipient or spender and the amount', () => {
  const meaningOf = (data: Hex, to: Address = token) => describeTransaction({ to, value: 0n, data }, base);
  const approval = meaningOf(callData('approve', [contract, 5n]));
  expect(approval).toMatchObject({
    intent: 'approve',
    fields: [
      { label: 'spender', value: { address: contract } },
      { label: 'amount', value: tUsdt(5n), token },
    ],
  });
  for (const amount of [maxUint256, 2n ** 96n - 1n, 2n ** 64n - 1n])
    expect(meaningOf(callData('approve', [contract, amount]))?.fields[1]?.value).toEqual({
      kind: 'unlimited',
      symbol: 'tUSDT',
    });
  expect(meaningOf(callData('transfer', [stranger, 5n]))).toMatchObject({ intent: 'transfer' });
  expect(describeTransaction({ to: stranger, value: 5n, data: '0x' }, base)).toMatchObject({
    intent: 'transfer',
    fields: [{ value: eth(5n) }, { value: { address: stranger } }],
  });
});

test('WAL-1 calls to unknown contracts, other functions, and malformed calldata are not described', () => {
  const deposit = encodeFunctionData({ abi: vaultAbi, functionName: 'deposit', args: [token, 7n] });
  for (const [to, data] of [
    [stranger, deposit],
    [stranger, callData('approve', [contract, 5n])],
    [token, deposit],
    [contract, callData('approve', [stranger, 5n])],
    [contract, callData('transferOwnership', [stranger])],
    [contract, deposit.slice(0, -2) as Hex],
    [contract, '0x12345678'],
    [null, deposit],
  ] as const)
    expect(describeTransaction({ to, value: 0n, data }, base)).toBeNull();
});

test('WAL-1 an ERC-2612 permit of a listed token is described, but similar messages are not', () => {
  const message = { owner: account, spender: contract, value: '5', nonce: '0', deadline: '1800000600' };
  const place = { chainId, token };
  const described = (types: Record<string, unknown>, content: unknown, more = {}) =>
    describeTypedData(parseTypedData(typedData(place, 'Permit', types, content, more), chainId), base);
  expect(described(permitTypes, message)).toMatchObject({
    intent: 'permit',
    isComplete: true,
    fields: [
      { label: 'spender', value: { address: contract } },
      { label: 'amount', value: tUsdt(5n) },
      { label: 'until', value: { kind: 'time', seconds: 1_800_000_600n } },
      { label: 'owner', value: { address: account } },
    ],
  });
  const [owner, spender, ...rest] = permitTypes.Permit ?? [];
  expect(described({ Permit: [spender, owner, ...rest] }, message)).toBeNull();
  const elsewhere = { name: 'A', version: '1', chainId, verifyingContract: stranger };
  expect(described(permitTypes, message, { domain: elsewhere })).toBeNull();
});

test('WAL-1 supports ERC-7730 formats that the platform’s descriptors do not use', () => {
  const field = (path: string, format: string, params = {}) => ({
    $id: 'amount',
    path,
    label: 'A',
    format,
    params,
  });
  const descriptor = (...fields: Descriptor['display']['formats'][string]['fields']): Descriptor => ({
    $schema: '',
    context: { $id: '' },
    metadata: { owner: '', enums: { mode: { 1: 'stable' } } },
    display: { formats: { 'f(uint256 a)': { $id: 'stake', intent: '', interpolatedIntent: '{a}', fields } } },
  });
  const shownAs = (format: string, params: object, value: bigint) =>
    describeCall(
      descriptor(field('a', format, params)),
      { signature: 'f(uint256)', args: [value], to: contract, value: 0n },
      base,
    )?.fields[0]?.value;
  expect(shownAs('duration', {}, 8_250n)).toEqual({ kind: 'duration', seconds: 8_250n });
  expect(shownAs('unit', { base: 'd', decimals: 1 }, 15n)).toEqual({ kind: 'text', text: '1.5d' });
  // The value stays beside its name, so that no name hides an address or amount.
  expect(shownAs('enum', { $ref: '$.metadata.enums.mode' }, 1n)).toEqual({
    kind: 'text',
    text: 'stable (1)',
  });
  expect(shownAs('enum', { $ref: '$.metadata.enums.mode' }, 2n)).toEqual({ kind: 'text', text: '2' });
  expect(shownAs('date', { encoding: 'blockheight' }, 9n)).toEqual({ kind: 'text', text: '9' });
  expect(shownAs('tokenAmount', { token }, 9n)).toEqual(tUsdt(9n));
  const missing = descriptor(field('b', 'raw'));
  expect(
    describeCall(missing, { signature: 'f(uint256)', args: [1n], to: contract, value: 0n }, base),
  ).toBeNull();
});
