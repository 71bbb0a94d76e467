import {
  type Abi,
  type AbiFunction,
  type AbiParameter,
  type Address,
  concat,
  type EncodeFunctionDataParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  padHex,
  size,
  stringToHex,
  toHex,
  zeroAddress,
  zeroHash,
} from 'viem';
import { cardAccountAbi } from '@/lib/evm/abi/card-account';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { PERMIT2 } from '@/lib/evm/address';
import { contractDescriptors } from '@/lib/evm/erc7730/descriptor';
import { describeTransaction } from '@/lib/wallet/signing/clear-signing';
import { decodeCall } from '@/lib/wallet/signing/decode-call';
import { isDanger } from '@/lib/wallet/signing/finding';
import { parseTypedData } from '@/lib/wallet/signing/parse-typed-data';
import type { Fact, Group } from '@/lib/wallet/signing/reading';
import { withEffects } from '@/lib/wallet/signing/simulated-effects';
import { contractsOf, readTransaction } from '@/lib/wallet/signing/transaction';
import { readTypedData } from '@/lib/wallet/signing/typed-data';
import { routerAbi, wrappedAbi } from '@/lib/wallet/swap/abi';
import { addedToken, callData, samplePlace, signingContext } from '../../../support/signing-context';
import { forwardRequest, safeTransaction } from '../../../support/typed-data-requests';

const { chainId, account, token, stranger, vault } = samplePlace;
const context = signingContext(samplePlace);
const send = (to: Address, data: Hex) => readTransaction({ to, data, value: 0n }, context);
const codes = (reading: { findings: readonly { code: string }[] }) =>
  reading.findings.map(({ code }) => code);
const factsOf = (groups: readonly Group[], title: Group['title']): readonly Fact[] =>
  groups.find((group) => group.title === title)?.facts ?? [];

const sample = (type: string): unknown => {
  if (type === 'address') return stranger;
  if (type.endsWith('[]')) return [];
  if (type === 'bool') return true;
  return /^bytes/.test(type) ? `0x${'00'.repeat(Number(type.slice(5)))}` : 5n;
};

/** Returns an argument for a parameter, such as the terms of a contract. */
const argument = (input: AbiParameter): unknown => {
  if (input.type === 'tuple' && 'components' in input)
    return Object.fromEntries(input.components.map((part) => [part.name, argument(part)]));
  if (input.type === 'bytes') return '0x';
  return /^uint(?:8|16|32|40|48)$/.test(input.type) ? 5 : sample(input.type);
};

test('WAL-16 a deposit into a listed vault shows the token amount and no warning', () => {
  const data = encodeFunctionData({ abi: vaultAbi, functionName: 'deposit', args: [token, 1_500_000n] });
  const { groups, findings } = send(vault, data);
  expect(factsOf(groups, 'leaves')).toContainEqual({
    label: 'amount',
    value: { kind: 'amount', raw: 1_500_000n, token: { symbol: 'tUSDT', decimals: 6 } },
  });
  expect(findings).toEqual([]);
});

test('WAL-16 stakes, contributions and pledges show the amount in the token of the contract', () => {
  const listed = { ...context, platformTokens: new Map([[vault, [stranger, token]]]) };
  for (const [name, abi, functionName, args, symbol] of [
    ['staking_contract', stakingPoolAbi, 'stake', [7n], null],
    ['presale_contract', presaleAbi, 'contribute', [7n], null],
    ['pledge_contract', pledgeAbi, 'pledge', [1n, 7n], 'tUSDT'],
  ] as const) {
    const data = encodeFunctionData({ abi, functionName, args } as EncodeFunctionDataParameters);
    const at = { ...listed, contracts: [{ chainId, name, address: vault }] };
    const { groups, findings } = readTransaction({ to: vault, data, value: 0n }, at);
    expect(factsOf(groups, 'leaves')[0]?.value).toMatchObject({
      kind: 'amount',
      raw: 7n,
      token: symbol && { symbol },
    });
    expect(findings).toEqual([]);
  }
});

test('WAL-16 the same call to an unlisted contract is not read as a deposit', () => {
  const data = encodeFunctionData({ abi: vaultAbi, functionName: 'deposit', args: [token, 1_500_000n] });
  const { groups, findings } = send(stranger, data);
  expect(factsOf(groups, 'leaves')).toEqual([]);
  expect(codes({ findings })).toContain('blindCall');
});

test('WAL-4 a withdrawal shows the maximum fee that the vault may keep', () => {
  const args = [token, 20_000_000n, account, 500_000n] as const;
  const data = encodeFunctionData({ abi: vaultAbi, functionName: 'withdraw', args });
  expect(factsOf(send(vault, data).groups, 'moves')).toContainEqual({
    label: 'fee',
    value: { kind: 'amount', raw: 500_000n, token: { symbol: 'tUSDT', decimals: 6 } },
  });
});

test.each([
  ['staking_contract', stakingPoolAbi, 'claim', [account], [stranger]],
  ['staking_contract', stakingPoolAbi, 'exit', [account], [token, stranger]],
  ['presale_contract', presaleAbi, 'claim', [account], [stranger]],
  ['presale_contract', presaleAbi, 'refund', [account], [token]],
  ['pledge_contract', pledgeAbi, 'redeem', [3n, account], [token, stranger]],
  ['pledge_contract', pledgeAbi, 'exitEarly', [3n, account], [token, stranger]],
] as const)(
  'WAL-6 WAL-7 %s: a payout without a fixed amount lists its tokens (%#)',
  (name, abi, functionName, args, paid) => {
    const data = encodeFunctionData({ abi, functionName, args } as EncodeFunctionDataParameters);
    const at = {
      ...context,
      contracts: [{ chainId, name, address: vault }],
      platformTokens: new Map([[vault, [token, stranger]]]),
    };
    const { groups, findings } = readTransaction({ to: vault, data, value: 0n }, at);
    const moved = groups.filter(({ title }) => title === 'moves').flatMap(({ facts }) => facts);
    const tokens = moved.flatMap((fact) =>
      'label' in fact && fact.label === 'token' && fact.value.kind === 'address' ? [fact.value.address] : [],
    );
    expect(tokens).toEqual(paid);
    expect(findings).toEqual([]);
  },
);

test.each([
  ['presale_contract', presaleAbi, 'refund', [stranger]],
  ['presale_contract', presaleAbi, 'claim', [stranger]],
  ['staking_contract', stakingPoolAbi, 'unstake', [7n, stranger]],
  ['staking_contract', stakingPoolAbi, 'claim', [stranger]],
  ['staking_contract', stakingPoolAbi, 'exit', [stranger]],
  ['pledge_contract', pledgeAbi, 'redeem', [3n, stranger]],
  ['pledge_contract', pledgeAbi, 'exitEarly', [3n, stranger]],
] as const)(
  'WAL-6 WAL-7 WAL-8 %s: a payout to someone else shows a warning (%#)',
  (name, abi, functionName, args) => {
    const at = {
      ...context,
      contracts: [{ chainId, name, address: vault }],
      platformTokens: new Map([[vault, [token, token]]]),
    };
    const data = encodeFunctionData({ abi, functionName, args } as EncodeFunctionDataParameters);
    expect(codes(readTransaction({ to: vault, data, value: 0n }, at))).toEqual(['newRecipient']);
  },
);

test('WAL-16 each payout of a platform contract checks its recipient, also in a Safe’s transaction and without its tokens', () => {
  const safe = getAddress(`0x${'5a'.repeat(20)}`);
  for (const [name, abi] of Object.entries({
    vault_contract: vaultAbi,
    staking_contract: stakingPoolAbi,
    presale_contract: presaleAbi,
    pledge_contract: pledgeAbi,
    card_contract: cardAccountAbi,
  })) {
    const at = {
      ...context,
      contracts: [{ chainId, name, address: vault }],
      contacts: [{ address: safe, name: 'My Safe' }],
    };
    const payouts = (abi as Abi).filter(
      (item) =>
        item.type === 'function' &&
        item.stateMutability === 'nonpayable' &&
        item.inputs.some(({ name: input }) => input === 'to'),
    );
    expect(payouts.length).toBeGreaterThan(1);
    for (const item of payouts as readonly AbiFunction[]) {
      const args = item.inputs.map(({ name: input, type }) =>
        input === 'to' ? stranger : type === 'address' ? token : type === 'bytes' ? '0x' : 5n,
      );
      const data = encodeFunctionData({ abi: [item], args } as EncodeFunctionDataParameters);
      const direct = readTransaction({ to: vault, data, value: 0n }, at);
      expect([item.name, codes(direct)]).toEqual([item.name, ['newRecipient']]);
      const nested = { to: safe, data: callData('execute', [vault, 0n, data]), value: 0n };
      expect(codes(readTransaction(nested, at))).toEqual(['newRecipient']);
      const signed = safeTransaction({ account, chainId, token: safe }, { to: vault, data });
      expect(codes(readTypedData(parseTypedData(signed, chainId), at))).toEqual([
        'signedTransfer',
        'newRecipient',
      ]);
    }
  }
});

test('WAL-16 every function of a platform contract that neither users call nor pays somebody is a danger', () => {
  const moving = [
    'collectFees',
    'fund',
    'collectProceeds',
    'collectUnsold',
    'fundReserve',
    'withdrawReserve',
    'collect',
  ];
  for (const [name, abi] of Object.entries({
    vault_contract: vaultAbi,
    staking_contract: stakingPoolAbi,
    presale_contract: presaleAbi,
    pledge_contract: pledgeAbi,
    card_contract: cardAccountAbi,
    router_contract: routerAbi,
  })) {
    const at = { ...context, contracts: [{ chainId, name, address: vault }] };
    const described = Object.keys(contractDescriptors[name]?.display.formats ?? {}).map(
      (key) => key.split('(')[0],
    );
    for (const item of (abi as Abi).filter(({ type }) => type === 'function') as AbiFunction[]) {
      const args = item.inputs.map(argument);
      const data = encodeFunctionData({ abi: [item], args } as EncodeFunctionDataParameters);
      const dangers = readTransaction({ to: vault, data, value: 0n }, at).findings.filter(isDanger);
      const isKnown = described.includes(item.name) || moving.includes(item.name);
      const code = name === 'router_contract' ? 'unreadCall' : 'ownerCall';
      const unread = { code, about: vault, other: '' };
      expect([item.name, dangers.some((danger) => danger.code === code)]).toEqual([item.name, !isKnown]);
      if (!isKnown) expect(dangers).toContainEqual(unread);
    }
  }
  // Also in a Safe's transaction.
  const safe = getAddress(`0x${'5a'.repeat(20)}`);
  const data = encodeFunctionData({ abi: vaultAbi, functionName: 'renounceOwnership' });
  const at = { ...context, contacts: [{ address: safe, name: 'My Safe' }] };
  const signed = safeTransaction({ account, chainId, token: safe }, { to: vault, data });
  expect(codes(readTypedData(parseTypedData(signed, chainId), at))).toEqual(['ownerCall']);
  // A token's functions aren't the vault's.
  expect(codes(send(vault, callData('approve', [vault, 5n])))).toContain('ownerCall');
});

test('WAL-8 a gift to the reserve of pledges is a payment that can’t come back', () => {
  const at = { ...context, contracts: [{ chainId, name: 'pledge_contract', address: vault }] };
  const data = encodeFunctionData({ abi: pledgeAbi, functionName: 'fundReserve', args: [token, 5n] });
  const { findings, groups } = readTransaction({ to: vault, data, value: 0n }, at);
  expect(findings).toEqual([{ code: 'lostInContract', about: vault, other: '' }]);
  expect(factsOf(groups, 'leaves')[0]?.value).toMatchObject({ raw: 5n, token: { symbol: 'tUSDT' } });
});

test('WAL-16 the listed contracts of a request include those that it calls by way of others', () => {
  const safe = getAddress(`0x${'5a'.repeat(20)}`);
  const named = [{ address: vault, name: 'vault_contract' }];
  const data = callData('withdraw', [token, 5n, account, 0n]);
  const nested = readTransaction(
    { to: safe, data: callData('execute', [vault, 0n, data]), value: 0n },
    context,
  );
  expect(contractsOf(nested.groups, context)).toEqual(named);
  expect(contractsOf(send(vault, '0x').groups, context)).toEqual(named);
  const signed = safeTransaction({ account, chainId, token: safe }, { to: vault, data });
  expect(contractsOf(readTypedData(parseTypedData(signed, chainId), context).groups, context)).toEqual(named);
});

test('WAL-16 a swap shows the amount sold as well as the amount bought', () => {
  const data = encodeFunctionData({
    abi: routerAbi,
    functionName: 'swapExactTokensForTokensSupportingFeeOnTransferTokens',
    args: [2_000_000n, 5n, [token, stranger], account, 1_900_000_000n],
  });
  const { groups } = send(vault, data);
  expect(factsOf(groups, 'leaves')).toContainEqual({
    label: 'amount',
    value: { kind: 'amount', raw: 2_000_000n, token: { symbol: 'tUSDT', decimals: 6 } },
  });
});

test('WAL-16 the network is shown by name with its chain ID', () => {
  expect(factsOf(send(vault, '0x').groups, 'transaction')).toContainEqual({
    label: 'chain',
    value: { kind: 'network', chainId, name: 'Local chain 1' },
  });
});

const platformCalls = (
  [...vaultAbi, ...stakingPoolAbi, ...presaleAbi, ...pledgeAbi, ...cardAccountAbi, ...routerAbi] as Abi
)
  .filter((item) => item.type === 'function')
  .filter(({ name, stateMutability }) => !/view|pure/.test(stateMutability) && name !== 'transferOwnership')
  .map((item) => {
    const args = item.inputs.map(argument);
    return [item.name, encodeFunctionData({ abi: [item], args } as EncodeFunctionDataParameters)] as const;
  });

test.each(platformCalls)('WAL-16 %s is a danger at any contract but the platform’s (%#)', (_name, data) => {
  const contacts = [{ address: stranger, name: 'Friend' }];
  expect(codes(send(stranger, data))).toContain('blindCall');
  expect(codes(send(token, data))).toContain('unreadCall');
  const known = { ...context, contacts };
  expect(codes(readTransaction({ to: stranger, data, value: 0n }, known))).toContain('unreadCall');
  expect(codes(send(vault, data)).filter((code) => /^(?:blind|unread)Call$/.test(code))).toEqual([]);
});

test('WAL-16 wrapping is read at a listed token only', () => {
  const data = encodeFunctionData({ abi: wrappedAbi, functionName: 'deposit' });
  expect(codes(send(token, data))).toEqual([]);
  expect(codes(send(stranger, data))).toEqual(['blindCall']);
  const added = { ...context, customTokens: [addedToken(chainId, stranger)] };
  expect(codes(readTransaction({ to: stranger, data, value: 5n }, added))).toEqual(['blindCall']);
});

test('WAL-16 unwrapping a listed token sends it to the zero address, as its event may say', () => {
  const data = encodeFunctionData({ abi: wrappedAbi, functionName: 'withdraw', args: [5n] });
  const asked = send(token, data);
  expect(asked.findings).toEqual([]);
  const burnt = { token, from: account, to: zeroAddress as Address, amount: 5n };
  const read = (transfer: typeof burnt) =>
    codes(withEffects(asked, { transfers: [transfer], allowances: [] }, context));
  expect(read(burnt)).toEqual([]);
  expect(read({ ...burnt, amount: 6n })).toEqual(['hiddenTransfer']);
  expect(read({ ...burnt, to: stranger })).toEqual(['hiddenTransfer']);
  expect(factsOf(send(stranger, data).groups, 'leaves')).toEqual([]);
});

const noSignature = [0n, 0n, stringToHex('', { size: 32 }), '0x'];
test.each([
  ['decreaseAllowance', [stranger, 5n]],
  ['revokeOperator', [stranger]],
  ['setApprovalForAll', [vault, false]],
  ['increaseAllowance', [vault, 0n]],
  ['transfer', [vault, 0n]],
  ['transferFrom', [account, vault, 5n]],
  ['safeBatchTransferFrom', [account, vault, [], [], '0x']],
  ['transferWithAuthorization', [account, vault, 5n, ...noSignature]],
  ['cancelAuthorization', [account, zeroHash, 27, zeroHash, zeroHash]],
] as const)('WAL-16 %s is never believed at an unknown contract, also within another call', (name, args) => {
  const data = callData(name, args);
  // No other finding, because the vault's address is a contact.
  const known = { ...context, contracts: [], contacts: [{ address: vault, name: 'Friend' }] };
  const read = (to: Address, sent: Hex, more = {}) =>
    codes(readTransaction({ to, data: sent, value: 0n }, { ...known, ...more }));
  expect(read(stranger, data)).toEqual(['unlistedCall']);
  expect(read(vault, callData('execute', [stranger, 0n, data]))).toContain('unlistedCall');
  expect(read(token, data)).toEqual([]);
  expect(read(vault, data)).toContain('unlistedCall');
  expect(read(stranger, data, { customTokens: [addedToken(chainId, stranger)] })).toEqual([]);
  expect(read(stranger, data, { customTokens: [addedToken(1, stranger)] })).toContain('unlistedCall');
});

test('WAL-16 a transfer from another account, by its allowance, shows a warning, even to a contact', () => {
  const [other, friend] = [getAddress(`0x${'0a'.repeat(20)}`), getAddress(`0x${'f1'.repeat(20)}`)];
  const at = { ...context, contacts: [{ address: friend, name: 'My Safe' }] };
  const read = (to: Address, data: Hex) => readTransaction({ to, data, value: 0n }, at).findings;
  const pulled = callData('transferFrom', [other, friend, 5n]);
  expect(read(token, pulled)).toEqual([{ code: 'notYours', about: other, other: '' }]);
  expect(read(friend, callData('execute', [token, 0n, pulled]))).toContainEqual({
    code: 'notYours',
    about: other,
    other: '',
  });
  expect(read(token, callData('transferFrom', [account, friend, 5n]))).toEqual([]);
  expect(read(friend, callData('execute', [token, 0n, callData('transfer', [account, 5n])]))).toEqual([]);
});

test('DAPP-3 a DApp’s token function is a danger at any unlisted contract, which may have an allowance', () => {
  const friend = getAddress(`0x${'f1'.repeat(20)}`);
  const foreign = {
    ...context,
    isForeign: true,
    contacts: [{ address: friend, name: 'My Safe' }],
    customTokens: [addedToken(chainId, stranger)],
  };
  for (const data of [callData('decreaseAllowance', [vault, 0n]), callData('transfer', [friend, 1n])]) {
    const read = (to: Address, sent = data) =>
      codes(readTransaction({ to, data: sent, value: 0n }, foreign)).filter((code) => /Call$/.test(code));
    expect(read(token)).toEqual([]);
    expect(read(stranger)).toEqual(['blindCall']);
    expect(read(friend)).toEqual(['unreadCall']);
    expect(read(friend, callData('execute', [stranger, 0n, data]))).toEqual(['blindCall']);
  }
});

const wrapEther = encodeFunctionData({ abi: wrappedAbi, functionName: 'deposit' });

describe('native currency that a call takes along', () => {
  const friend = getAddress(`0x${'f1'.repeat(20)}`);
  const revocation = callData('decreaseAllowance', [vault, 5n]);
  const aggregate = (...calls: readonly [target: Address, value: bigint, callData: Hex][]) =>
    callData('aggregate3Value', [
      calls.map(([target, value, data]) => ({ target, value, callData: data, allowFailure: false })),
    ]);
  const at = {
    ...context,
    contracts: [{ chainId, name: 'multicall', address: vault }],
    contacts: [{ address: friend, name: 'My Safe' }],
  };
  const read = (to: Address, data: Hex, value = 5n) => codes(readTransaction({ to, data, value }, at));

  test('WAL-16 is a danger with a token function, at any depth and any address', () => {
    for (const target of [stranger, token, friend, PERMIT2] as const) {
      expect(read(target, revocation)).toContain('valueWithTokenCall');
      expect(read(vault, aggregate([target, 5n, revocation]))).toContain('valueWithTokenCall');
      expect(read(friend, callData('execute', [target, 5n, revocation]), 0n)).toContain('valueWithTokenCall');
    }
    expect(read(PERMIT2, callData('approve', [token, vault, 5n, Number(context.now)]))).toContain(
      'valueWithTokenCall',
    );
  });

  test('WAL-16 is a danger in a Safe’s transaction and in a forwarded request', () => {
    const safe = { chainId, token: friend, account };
    const signed = (text: string) => codes(readTypedData(parseTypedData(text, chainId), at));
    const changes = { to: stranger, value: '5', data: revocation };
    expect(signed(safeTransaction(safe, changes))).toContain('valueWithTokenCall');
    expect(signed(safeTransaction(safe, { ...changes, value: '0' }))).toEqual(['unlistedCall']);
    expect(signed(forwardRequest(safe, changes))).toContain('valueWithTokenCall');
  });

  test('WAL-16 is checked like a payment to a contract that makes inner calls, because it may keep it', () => {
    // It stays if the inner call fails, or is credited to Multicall3.
    expect(read(vault, aggregate([token, 5n, wrapEther]))).toEqual(['lostInContract']);
    expect(read(vault, aggregate([friend, 4n, '0x']))).toEqual(['lostInContract']);
    expect(
      read(vault, callData('aggregate3', [[{ target: token, callData: wrapEther, allowFailure: true }]])),
    ).toEqual(['lostInContract']);
    expect(read(stranger, callData('multicall', [[wrapEther]]))).toContain('newRecipient');
    expect(read(friend, callData('execute', [token, 4n, wrapEther]))).toEqual([]);
  });

  test('WAL-16 always has a finding if the place where it goes is unknown', () => {
    const calls = [revocation, '0x', '0x12345678', callData('multicall', [[revocation]]), wrapEther] as const;
    for (const data of calls) {
      expect(read(stranger, data)).not.toEqual([]);
      expect(read(vault, aggregate([stranger, 5n, data]))).not.toEqual([]);
      expect(read(friend, callData('execute', [stranger, 5n, data]))).not.toEqual([]);
    }
  });
});

test('WAL-16 Permit2’s functions are read at Permit2 only', () => {
  const data = callData('approve', [token, vault, 5n, Number(context.now) + 600]);
  expect(codes(send(PERMIT2, data))).toEqual([]);
  expect(codes(send(stranger, data))).toEqual(['blindCall']);
  expect(codes(send(token, data))).toEqual(['unreadCall']);
});

test('WAL-16 calls in a call are read at a known address only', () => {
  const inner = callData('setApprovalForAll', [stranger, false]);
  for (const data of [callData('multicall', [[inner]]), callData('execute', [token, 0n, inner])]) {
    expect(codes(send(stranger, data))).toContain('blindCall');
    const contacts = [{ address: stranger, name: 'My account' }];
    const known = readTransaction({ to: stranger, data, value: 0n }, { ...context, contacts });
    expect(known.findings.some(isDanger)).toBe(false);
  }
  expect(codes(send(token, callData('multicall', [[]])))).toEqual(['unreadCall']);
});

test('WAL-16 calls that share bytes, or are longer than anybody reads, are dangers whose parts aren’t listed', () => {
  const friend = getAddress(`0x${'f1'.repeat(20)}`);
  const at = { ...context, contacts: [{ address: friend, name: 'My Safe' }] };
  const read = (data: Hex) => readTransaction({ to: friend, data, value: 0n }, at);
  const word = (value: number) => toHex(value, { size: 32 });
  const many = callData('safeBatchTransferFrom', [
    account,
    friend,
    Array.from({ length: 100 }, () => 1n),
    [],
    '0x',
  ]);
  // An array of 16 calls with the same offset.
  const shared = concat([
    callData('multicall', [[]]).slice(0, 10) as Hex,
    ...[32, 16, ...Array.from({ length: 16 }, () => 16 * 32), size(many)].map(word),
    padHex(many, { dir: 'right', size: Math.ceil(size(many) / 32) * 32 }),
  ]);
  expect(decodeCall(shared)?.args[0]?.value).toEqual(Array.from({ length: 16 }, () => many));
  expect(codes(read(shared))).toEqual(['blindCall']);
  expect(read(shared).groups.length).toBeLessThan(5);
  const apart = callData('multicall', [[many]]);
  expect(read(apart).groups.length).toBeGreaterThan(100);
  expect(codes(read(apart))).toContain('unlistedCall');
  expect(codes(read(callData('multicall', [[`0x${'00'.repeat(8 * 1024)}`]])))).toEqual(['unreadCall']);
});

test('WAL-16 a call of the router that can’t be decoded is a danger', () => {
  const at = { ...context, contracts: [{ chainId, name: 'router_contract', address: vault }] };
  const reading = readTransaction({ to: vault, data: '0x12345678', value: 5n }, at);
  expect(codes(reading)).toEqual(['unreadCall']);
});

test('WAL-5 a swap that a forwarder makes for another account is a danger, unlike one of the user’s own account', () => {
  const friend = getAddress(`0x${'f1'.repeat(20)}`);
  const at = {
    ...context,
    contracts: [{ chainId, name: 'router_contract', address: vault }],
    contacts: [friend, stranger].map((address) => ({ address, name: 'Friend' })),
  };
  const swapTo = (to: Address) => callData('swapExactETHForTokens', [1_000n, [stranger, token], to, 1n]);
  const read = (data: Hex) => codes(readTransaction({ to: friend, value: 5n, data }, at));
  const forwarded = { from: stranger, to: vault, value: 5n, gas: 0n, deadline: 0, signature: '0x' };
  expect(read(callData('execute', [{ ...forwarded, data: swapTo(stranger) }]))).toEqual(['swapForOther']);
  expect(read(callData('execute', [{ ...forwarded, data: swapTo(account) }]))).toEqual([]);
  expect(read(callData('execute', [vault, 5n, swapTo(friend)]))).toEqual([]);
});

test('WAL-5 a swap at the router for an unlisted token is a danger, also in the middle of its path', () => {
  const at = { ...context, contracts: [{ chainId, name: 'router_contract', address: vault }] };
  const wrapped = getAddress(`0x${'c0'.repeat(20)}`);
  const swapFor = (path: Address[], changes = {}, isForCoins = false) =>
    codes(
      readTransaction(
        {
          to: vault,
          value: 0n,
          data: encodeFunctionData({
            abi: routerAbi,
            functionName: isForCoins
              ? 'swapExactTokensForETHSupportingFeeOnTransferTokens'
              : 'swapExactTokensForTokensSupportingFeeOnTransferTokens',
            args: [5n, 1_000n, path, account, 2_000_000_000n],
          }),
        },
        { ...at, ...changes },
      ),
    );
  expect(swapFor([token, stranger])).toEqual(['swapUnlisted']);
  expect(swapFor([token, stranger, token])).toEqual(['swapUnlisted']);
  expect(swapFor([token, stranger, wrapped], {}, true)).toEqual(['swapUnlisted']);
  expect(swapFor([stranger, token])).toEqual([]);
  expect(swapFor([stranger, wrapped], {}, true)).toEqual([]);
  expect(swapFor([token, stranger], { customTokens: [addedToken(chainId, stranger)] })).toEqual([]);
  expect(swapFor([token, wrapped, token], { platformTokens: new Map([[vault, [wrapped]]]) })).toEqual([]);
});

test('WAL-5 a swap at the router that pays somebody else is a danger, and its sentence names the recipient', () => {
  const at = { ...context, contracts: [{ chainId, name: 'router_contract', address: vault }] };
  const swap = (to: Address) => ({
    to: vault,
    value: 5n,
    data: encodeFunctionData({
      abi: routerAbi,
      functionName: 'swapExactETHForTokensSupportingFeeOnTransferTokens',
      args: [1_000n, [stranger, token], to, 2_000_000_000n],
    }),
  });
  expect(codes(readTransaction(swap(account), at))).toEqual([]);
  const { findings } = readTransaction(swap(stranger), at);
  expect(findings.filter(isDanger)).toEqual([{ code: 'swapForOther', about: stranger, other: '' }]);
  expect(describeTransaction(swap(stranger), at)?.fields).toContainEqual({
    label: 'paidTo',
    value: expect.objectContaining({ address: stranger }),
    token: null,
    isInSentence: true,
  });
});
