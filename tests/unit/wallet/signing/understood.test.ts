import {
  type AbiFunction,
  type AbiParameter,
  type Address,
  type EncodeFunctionDataParameters,
  encodeFunctionData,
  getAddress,
  parseAbi,
  stringToHex,
  toFunctionSignature,
  zeroAddress,
} from 'viem';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { PERMIT2 } from '@/lib/evm/address';
import { contractDescriptors } from '@/lib/evm/erc7730/descriptor';
import { functionOfKey } from '@/lib/evm/erc7730/find-format';
import { describeTransaction, describeTypedData } from '@/lib/wallet/signing/clear-signing';
import type { SigningContext } from '@/lib/wallet/signing/context';
import { decodedFunctions } from '@/lib/wallet/signing/decode-call';
import { findingLevels } from '@/lib/wallet/signing/finding';
import { parseMessage, readMessage } from '@/lib/wallet/signing/message';
import { parseTypedData } from '@/lib/wallet/signing/parse-typed-data';
import { readTransaction } from '@/lib/wallet/signing/transaction';
import { readTypedData } from '@/lib/wallet/signing/typed-data';
import { withUnderstanding } from '@/lib/wallet/signing/understood';
import { routerAbi } from '@/lib/wallet/swap/abi';
import {
  addedToken,
  callData,
  permitTypes,
  samplePlace,
  signIn,
  signingContext,
  typedData,
  typedMessage,
} from '../../../support/signing-context';

const { chainId, account, token, stranger, vault } = samplePlace;
const [spender, added, friend] = ['5b', 'ad', 'f1'].map((byte) => getAddress(`0x${byte.repeat(20)}`)) as [
  Address,
  Address,
  Address,
];
const asked = { account, chainId, raw: '' };

/** Returns the findings of a call's final reading. */
function findingsOf(to: Address, data: `0x${string}`, context: SigningContext) {
  const transaction = { to, data, value: 0n, gas: null, fees: {} };
  const request = { ...asked, kind: 'transaction', transaction } as const;
  const reading = readTransaction(transaction, context);
  return withUnderstanding(request, reading, describeTransaction(transaction, context), context).findings;
}

/** Returns a harmless argument: it pays `to`, lets a platform contract spend, and swaps listed tokens. */
function argumentOf({ type, name = '', ...rest }: AbiParameter, to: Address): unknown {
  if (type === 'tuple' && 'components' in rest)
    return Object.fromEntries(rest.components.map((part) => [part.name, argumentOf(part, to)]));
  if (type === 'address[]') return [token, token];
  if (type.endsWith('[]')) return [];
  if (type === 'address' && name === 'to') return to;
  if (type === 'address') return /spender|operator/.test(name) ? spender : name === 'token' ? token : account;
  if (type === 'bool') return false;
  if (type === 'bytes') return '0x';
  if (type.startsWith('bytes')) return stringToHex('', { size: 32 });
  const number = /deadline|expir/i.test(name) ? 1_800_000_600 : type === 'uint8' ? 0 : 5;
  return /^uint(?:8|16|32|48)$/.test(type) ? number : BigInt(number);
}

/** Lets another account take everything, so it always has a finding. */
const SET_RECOVERY = 'setRecovery(address,uint32)';
const names = ['vault', 'staking', 'presale', 'pledge', 'card', 'router'].map((name) => `${name}_contract`);
const functions = new Map(decodedFunctions.map((item) => [toFunctionSignature(item), item]));

/** Returns the functions without a finding at an address, if they pay the account or a contact. */
function silentFunctions(to: Address, changes: Partial<SigningContext> = {}): string[] {
  const context = signingContext(samplePlace, {
    customTokens: [addedToken(chainId, added)],
    contacts: [{ address: friend, name: 'Friend' }],
    platformTokens: new Map([[vault, Array.from({ length: 6 }, () => token)]]),
    ...changes,
  });
  const contracts = [...context.contracts, { chainId, name: 'pledge_contract', address: spender }];
  return [...functions].flatMap(([signature, item]) => {
    const isSilent = [account, friend].some((recipient) => {
      const args = (item as AbiFunction).inputs.map((input) => argumentOf(input, recipient));
      const data = encodeFunctionData({ abi: [item], args } as EncodeFunctionDataParameters);
      return findingsOf(to, data, { ...context, contracts }).length === 0;
    });
    return isSilent ? [signature] : [];
  });
}

const contractNamed = (name: string) => ({ contracts: [{ chainId, name, address: vault }] });

test('WAL-16 at a platform contract, only the functions that users call can have no finding', () => {
  for (const name of names) {
    const { formats } = contractDescriptors[name]?.display ?? { formats: {} };
    const described = Object.keys(formats)
      .map((key) => toFunctionSignature(functionOfKey(key)))
      .filter((signature) => signature !== SET_RECOVERY);
    expect(silentFunctions(vault, contractNamed(name)).sort()).toEqual(described.sort());
  }
});

test('WAL-16 naming a recovery address at a platform contract is a danger', () => {
  const data = encodeFunctionData({
    abi: vaultAbi,
    functionName: 'setRecovery',
    args: [friend, 86_400],
  });
  for (const name of names.filter((known) => known !== 'router_contract'))
    expect(findingsOf(vault, data, signingContext(samplePlace, contractNamed(name)))).toEqual([
      { code: 'recoveryNamed', about: friend, other: vault },
    ]);
});

test('WAL-16 at a token, only allowances, payments, wrapping, and cancellations can have no finding', () => {
  const payment = 'transfer(address,uint256)';
  const revocations = [
    'decreaseAllowance(address,uint256)',
    'setApprovalForAll(address,bool)',
    'decreaseApproval(address,uint256)',
    'revokeOperator(address)',
    'cancelAuthorization(address,bytes32,uint8,bytes32,bytes32)',
  ];
  expect(silentFunctions(token).sort()).toEqual(
    ['approve(address,uint256)', payment, 'deposit()', 'withdraw(uint256)', ...revocations].sort(),
  );
  expect(silentFunctions(added).sort()).toEqual([payment, ...revocations].sort());
  const approval = callData('setApprovalForAll', [vault, true]);
  expect(findingsOf(token, approval, signingContext(samplePlace))).not.toEqual([]);
  expect(silentFunctions(added, { isForeign: true })).toEqual([]);
});

test('WAL-16 anywhere else, every call with data has a finding', () => {
  for (const place of [friend, stranger, PERMIT2, account]) expect(silentFunctions(place)).toEqual([]);
  expect(silentFunctions(vault, contractNamed('multicall'))).toEqual([]);
});

test('WAL-16 a call that the review reads but doesn’t fully understand is a caution', () => {
  const context = signingContext(samplePlace, { contacts: [{ address: friend, name: 'My Safe' }] });
  const nested = callData('execute', [token, 0n, callData('transfer', [account, 5n])]);
  expect(readTransaction({ to: friend, data: nested, value: 0n }, context).findings).toEqual([]);
  expect(findingsOf(friend, nested, context)).toEqual([{ code: 'notUnderstood', about: '', other: '' }]);
  expect(findingLevels.notUnderstood).toBe('caution');
  // A finding says more.
  const other = callData('execute', [token, 0n, callData('approve', [stranger, 5n])]);
  expect(findingsOf(friend, other, context)).not.toContainEqual(
    expect.objectContaining({ code: 'notUnderstood' }),
  );
});

test('WAL-16 the amount of a call whose token couldn’t be read isn’t understood', () => {
  const data = encodeFunctionData({ abi: stakingPoolAbi, functionName: 'stake', args: [5n] });
  const context = signingContext(samplePlace, contractNamed('staking_contract'));
  expect(findingsOf(vault, data, context)).toMatchObject([{ code: 'notUnderstood' }]);
  // The token that the contract names needs no listing.
  const platformTokens = new Map([[vault, [stranger, stranger]]]);
  expect(findingsOf(vault, data, { ...context, platformTokens })).toEqual([]);
});

test('DAPP-3 a request that runs the code of an unlisted contract by way of another one is a danger', () => {
  const own = signingContext(samplePlace, { customTokens: [addedToken(chainId, added)] });
  const foreign = { ...own, isForeign: true, natures: new Map([[stranger, 'contract' as const]]) };
  const codes = (to: Address, data: `0x${string}`, context: SigningContext = foreign) =>
    findingsOf(to, data, context).map(({ code }) => code);
  const deposit = (of: Address) =>
    encodeFunctionData({ abi: vaultAbi, functionName: 'deposit', args: [of, 1n] });
  expect(codes(vault, deposit(stranger))).toEqual(['blindCall']);
  expect(codes(vault, deposit(token))).toEqual([]);
  expect(codes(vault, deposit(stranger), own)).toEqual(['notUnderstood']);
  const withdrawal = (of: Address) =>
    encodeFunctionData({ abi: vaultAbi, functionName: 'withdraw', args: [of, 1n, account, 0n] });
  expect(codes(vault, withdrawal(stranger))).toEqual(['blindCall']);
  // The user may have added a DApp's own contract, such as that of its shares.
  for (const call of [deposit, withdrawal]) {
    expect(codes(vault, call(added))).toEqual(['blindCall']);
    expect(codes(vault, call(added), own)).toEqual([]);
  }
  const { contracts } = contractNamed('router_contract');
  const swap = (path: readonly Address[]) =>
    encodeFunctionData({
      abi: routerAbi,
      functionName: 'swapExactTokensForTokensSupportingFeeOnTransferTokens',
      args: [5n, 5n, path, account, 1_800_000_600n],
    });
  for (const path of [
    [token, added],
    [added, token],
    [token, added, token],
  ]) {
    expect(codes(vault, swap(path), { ...foreign, contracts })).toEqual(['blindCall']);
    expect(codes(vault, swap(path), { ...own, contracts })).toEqual([]);
  }
  expect(codes(vault, swap([stranger, token]), { ...foreign, contracts })).toEqual(['blindCall']);
  expect(codes(vault, swap([token, stranger]), { ...foreign, contracts })).toEqual([
    'swapUnlisted',
    'blindCall',
  ]);
});

test('DAPP-3 a payment that may run the code of an unknown contract is a danger, and a token’s transfer isn’t', () => {
  const own = signingContext(samplePlace, { natures: new Map([[stranger, 'contract' as const]]) });
  const foreign = { ...own, isForeign: true };
  const codes = (to: Address, data: `0x${string}`, context: SigningContext = foreign) =>
    findingsOf(to, data, context).map(({ code }) => code);
  const withdrawal = (of: Address) =>
    encodeFunctionData({ abi: vaultAbi, functionName: 'withdraw', args: [of, 1n, stranger, 0n] });
  const payments = [
    [stranger, '0x'],
    [vault, withdrawal(zeroAddress)],
  ] as const;
  const transfers = [
    [token, callData('transfer', [stranger, 5n])],
    [token, callData('transferFrom', [account, stranger, 5n])],
    [vault, withdrawal(token)],
  ] as const;
  for (const [to, data] of payments) {
    expect(codes(to, data)).toEqual(['runsUnknownCode']);
    const unchecked = { ...foreign, natures: new Map([[stranger, 'unknown' as const]]) };
    expect(codes(to, data, unchecked)).toEqual(['runsUnknownCode']);
    expect(codes(to, data, { ...foreign, natures: new Map() })).toEqual(['newRecipient']);
    expect(codes(to, data, { ...foreign, contacts: [{ address: stranger, name: 'My Safe' }] })).toEqual([]);
    expect(codes(to, data, { ...foreign, accounts: [stranger] })).toEqual([]);
    // The user may have paid a DApp's own contract before.
    expect(codes(to, data, { ...foreign, recipients: [stranger] })).toEqual(['runsUnknownCode']);
    expect(codes(to, data, { ...foreign, recipients: [stranger], natures: new Map() })).toEqual([]);
    expect(codes(to, data, { ...unchecked, recipients: [stranger] })).toEqual(['notChecked']);
    expect(codes(to, data, own)).toEqual(['newRecipient']);
  }
  for (const [to, data] of transfers) {
    expect(codes(to, data)).toEqual(['newRecipient']);
    expect(codes(to, data, { ...foreign, recipients: [stranger] })).not.toContain('newRecipient');
  }
  expect(findingLevels.runsUnknownCode).toBe('danger');
});

test('DAPP-3 a token function that calls an unknown contract is a danger, even with an amount of zero', () => {
  const own = signingContext(samplePlace, { natures: new Map([[stranger, 'contract' as const]]) });
  const foreign = { ...own, isForeign: true };
  const codes = (data: `0x${string}`, context: SigningContext = foreign) =>
    findingsOf(token, data, context).map(({ code }) => code);
  for (const amount of [0n, 5n])
    for (const data of [
      callData('approveAndCall', [stranger, amount, '0x']),
      callData('transferAndCall', [stranger, amount, '0x']),
      callData('safeTransferFrom', [account, stranger, amount]),
      callData('safeBatchTransferFrom', [account, stranger, [1n], [amount], '0x']),
      callData('safeBatchTransferFrom', [account, stranger, [], [], '0x']),
    ]) {
      const known = { ...foreign, contacts: [{ address: stranger, name: 'My Safe' }] };
      expect(codes(data)).toContain('runsUnknownCode');
      expect(codes(data, { ...foreign, recipients: [stranger] })).toContain('runsUnknownCode');
      expect(codes(callData('execute', [token, 0n, data]), known)).not.toContain('runsUnknownCode');
      for (const context of [own, known, { ...foreign, natures: new Map() }])
        expect(codes(data, context)).not.toContain('runsUnknownCode');
    }
  // The contract isn't called.
  for (const data of [callData('approve', [stranger, 0n]), callData('transfer', [stranger, 0n])])
    expect(codes(data)).not.toContain('runsUnknownCode');
});

test('DAPP-3 the router’s swaps are understood with listed tokens and the user’s account only', () => {
  const context = {
    ...signingContext(samplePlace, {
      ...contractNamed('router_contract'),
      contacts: [{ address: friend, name: 'Friend' }],
      // The wrapped native token of the router needs no listing.
      platformTokens: new Map([[vault, [added]]]),
    }),
    isForeign: true,
  };
  const codes = (
    functionName: 'swapExactTokensForTokens' | 'swapExactTokensForETH',
    path: readonly Address[],
  ) =>
    [account, friend].map((to) => {
      const args = [5n, 5n, path, to, 1_800_000_600n] as const;
      const data = encodeFunctionData({ abi: routerAbi, functionName, args });
      return findingsOf(vault, data, context).map(({ code }) => code);
    });
  for (const name of ['swapExactTokensForTokens', 'swapExactTokensForETH'] as const) {
    expect(codes(name, [token, added, token])).toEqual([[], ['swapForOther']]);
    expect(codes(name, [stranger, added, token])[0]).toEqual(['blindCall']);
    expect(codes(name, [token, stranger, added])[0]).toEqual(['swapUnlisted', 'blindCall']);
  }
  // The router requires the wrapped native token there.
  expect(codes('swapExactTokensForETH', [token, stranger])[0]).toEqual([]);
  expect(codes('swapExactTokensForTokens', [token, stranger])[0]).toEqual(['swapUnlisted', 'blindCall']);
});

test('DAPP-3 leaving a pledge early is a caution in a DApp’s request, even within another call', () => {
  const own = signingContext(samplePlace, {
    ...contractNamed('pledge_contract'),
    contacts: [{ address: friend, name: 'My Safe' }],
  });
  const data = (functionName: 'exitEarly' | 'redeem') =>
    encodeFunctionData({ abi: pledgeAbi, functionName, args: [3n, account] });
  const codes = (to: Address, sent: `0x${string}`, context: SigningContext) =>
    findingsOf(to, sent, context).map(({ code }) => code);
  const foreign = { ...own, isForeign: true };
  expect(codes(vault, data('exitEarly'), foreign)).toEqual(['earlyExit']);
  expect(findingLevels.earlyExit).toBe('caution');
  expect(codes(friend, callData('execute', [vault, 0n, data('exitEarly')]), foreign)).toContain('earlyExit');
  expect(codes(vault, data('redeem'), foreign)).toEqual([]);
  expect(codes(vault, data('exitEarly'), own)).toEqual([]);
});

test('WAL-1 payments, permits for a platform contract, revocations, and sign-ins have no finding', () => {
  const context = signingContext(samplePlace, {
    contacts: [{ address: friend, name: 'Friend' }],
    customTokens: [addedToken(chainId, added)],
  });
  expect(findingsOf(friend, '0x', context)).toEqual([]);
  for (const held of [token, added])
    expect(findingsOf(held, callData('approve', [stranger, 0n]), context)).toEqual([]);
  const message = parseMessage(
    signIn({ ...samplePlace, thief: stranger, origin: context.origin, now: Number(context.now) }),
  );
  if (!message) throw new Error('the message is invalid');
  const asText = { ...asked, kind: 'message', message } as const;
  expect(withUnderstanding(asText, readMessage(message, context), null, context).findings).toEqual([]);
  const typed = (text: string) => {
    const data = parseTypedData(text, chainId);
    const request = { ...asked, kind: 'typedData', typedData: data } as const;
    return withUnderstanding(request, readTypedData(data, context), describeTypedData(data, context), context)
      .findings;
  };
  const terms = { spender: vault, nonce: 0, deadline: '1800000600' };
  const permit = { ...terms, owner: account, value: '5' };
  expect(typed(typedData({ chainId, token }, 'Permit', permitTypes, permit))).toEqual([]);
  expect(
    typed(
      typedMessage(
        { chainId, token },
        'PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)TokenPermissions(address token,uint256 amount)',
        { ...terms, permitted: { token, amount: '5' } },
      ),
    ),
  ).toMatchObject([{ code: 'notUnderstood' }]);
});

test('APPR-2 revoking an allowance in Permit2 is understood, at its usual or its listed address only', () => {
  const listed = [{ chainId, name: 'permit2', address: friend }];
  const revoke = encodeFunctionData({
    abi: parseAbi(['function approve(address token, address spender, uint160 amount, uint48 expiration)']),
    args: [added, stranger, 0n, 0],
  });
  const natures = new Map([PERMIT2, friend, stranger].map((address) => [address, 'contract'] as const));
  const plain = signingContext(samplePlace, { natures });
  const withOwn = signingContext(samplePlace, { natures, contracts: listed });
  expect(findingsOf(PERMIT2, revoke, plain)).toEqual([]);
  expect(findingsOf(friend, revoke, withOwn)).toEqual([]);
  expect(findingsOf(friend, revoke, plain).map(({ code }) => code)).toContain('blindCall');
});
