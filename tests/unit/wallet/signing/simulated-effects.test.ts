import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  type Log,
  maxUint256,
  numberToHex,
  pad,
  parseAbiParameters,
  toEventSelector,
  toFunctionSelector,
  zeroAddress,
} from 'viem';
import { isDanger } from '@/lib/wallet/signing/finding';
import { effectsOfLogs, withEffects } from '@/lib/wallet/signing/simulated-effects';
import { readTransaction } from '@/lib/wallet/signing/transaction';
import { routerAbi } from '@/lib/wallet/swap/abi';
import { callData, signingContext } from '../../../support/signing-context';

const account = getAddress('0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed');
const token = getAddress('0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359');
const thief = getAddress('0xdbf03b407c01e7cd3cbea99509d93f8dddc8c6fb');
const other = getAddress('0xd1220a0cf47c7b9be7a2e6ba89f429762e7b9adb');
const context = signingContext({ chainId: 31337, account, token, vault: other });

const log = (address: Address, topics: readonly Hex[], data: Hex = '0x') =>
  // Some nodes return addresses in lowercase.
  ({ address: address.toLowerCase(), topics, data, blockNumber: 1n }) as unknown as Log;
const word = (value: bigint | Address | boolean) =>
  pad(typeof value === 'string' ? value : numberToHex(BigInt(value)), { size: 32 });
/** Returns an event's log: its indexed arguments, then its data. */
const event = (at: Address, signature: string, indexed: readonly (bigint | Address)[], data: Hex = '0x') =>
  log(at, [toEventSelector(signature), ...indexed.map(word)], data);
const transfer = (from: Address, to: Address, amount: bigint, at: Address = other) =>
  event(at, 'Transfer(address,address,uint256)', [from, to], word(amount));
const approval = (spender: Address, amount: bigint, at: Address = other) =>
  event(at, 'Approval(address,address,uint256)', [account, spender], word(amount));
const moved = (...logs: Log[]) => effectsOfLogs(logs, account).transfers;
const allowed = (...logs: Log[]) => effectsOfLogs(logs, account).allowances;

test('DAPP-3 reads transfers of every token standard from the events', () => {
  const lost = { token: other, from: account, to: thief };
  expect(moved(transfer(account, thief, 5n))).toEqual([{ ...lost, amount: 5n }]);
  const indexed = event(other, 'Transfer(address,address,uint256)', [account, thief, 7n]);
  expect(moved(indexed)).toEqual([{ ...lost, tokenId: 7n, amount: 1n }]);
  const data = encodeAbiParameters(parseAbiParameters('address, address, uint256'), [account, thief, 9n]);
  expect(moved(event(other, 'Transfer(address,address,uint256)', [], data))).toEqual([
    { ...lost, amount: 9n },
  ]);
  const single = event(
    other,
    'TransferSingle(address,address,address,uint256,uint256)',
    [thief, account, thief],
    encodeAbiParameters(parseAbiParameters('uint256, uint256'), [3n, 2n]),
  );
  expect(moved(single)).toEqual([{ ...lost, tokenId: 3n, amount: 2n }]);
  const batch = event(
    other,
    'TransferBatch(address,address,address,uint256[],uint256[])',
    [thief, account, thief],
    encodeAbiParameters(parseAbiParameters('uint256[], uint256[]'), [
      [1n, 2n],
      [4n, 5n],
    ]),
  );
  expect(moved(batch)).toEqual([
    { ...lost, tokenId: 1n, amount: 4n },
    { ...lost, tokenId: 2n, amount: 5n },
  ]);
});

test('DAPP-3 adds up net outgoing transfers for each recipient', () => {
  expect(
    moved(transfer(thief, account, 5n), transfer(thief, other, 5n), transfer(account, account, 5n)),
  ).toEqual([]);
  // A repaid loan.
  expect(moved(transfer(account, thief, 5n), transfer(thief, account, 5n))).toEqual([]);
  expect(
    moved(transfer(account, thief, 5n), transfer(account, thief, 1n), transfer(thief, account, 2n)),
  ).toMatchObject([{ to: thief, amount: 6n }]);
});

test('DAPP-3 reads the final allowances of every standard from the events', () => {
  const given = { owner: account, token: other, spender: thief };
  expect(allowed(approval(thief, 5n), approval(thief, 8n))).toEqual([{ ...given, amount: 8n }]);
  expect(allowed(approval(thief, 5n), approval(thief, 0n))).toEqual([]);
  const all = (isApproved: boolean) =>
    event(other, 'ApprovalForAll(address,address,bool)', [account, thief], word(isApproved));
  expect(allowed(all(true))).toEqual([{ ...given, amount: null }]);
  expect(allowed(all(true), all(false))).toEqual([]);
  const one = (id: bigint, spender: Address) =>
    event(other, 'Approval(address,address,uint256)', [account, spender, id]);
  expect(allowed(one(0n, thief), one(1n, zeroAddress))).toMatchObject([{ amount: 0n, isNft: true }]);
  const operator = (name: string) => event(other, `${name}(address,address)`, [thief, account]);
  expect(allowed(operator('AuthorizedOperator'))).toEqual([{ ...given, amount: maxUint256 }]);
  expect(allowed(operator('AuthorizedOperator'), operator('RevokedOperator'))).toEqual([]);
  const permit2 = event(
    thief,
    'Approval(address,address,address,uint160,uint48)',
    [account, other, thief],
    encodeAbiParameters(parseAbiParameters('uint160, uint48'), [5n, 99]),
  );
  expect(allowed(permit2)).toMatchObject([{ ...given, amount: 5n, until: 99n }]);
  // Another account's allowance.
  expect(allowed(event(other, 'Approval(address,address,uint256)', [thief, other], word(5n)))).toEqual([]);
});

test('DAPP-3 skips malformed events without hiding others', () => {
  const selector = toEventSelector('TransferBatch(address,address,address,uint256[],uint256[])');
  const malformed = [
    log(other, []),
    log(other, [selector], '0x01'),
    log(other, [selector, word(thief), word(account), word(thief)], word(maxUint256)),
    event(other, 'Transfer(address,address,uint256)', [account], word(1n)),
  ];
  expect(moved(...malformed, transfer(account, thief, 5n))).toHaveLength(1);
});

describe('the review', () => {
  const read = (data: Hex, logs: Log[], to: Address = token) =>
    withEffects(readTransaction({ to, value: 0n, data }, context), effectsOfLogs(logs, account), context);
  const codes = ({ findings }: ReturnType<typeof read>) => findings.map(({ code }) => code);
  const deposit = toFunctionSelector('depositNative()');

  test('DAPP-3 adds nothing that the request already specifies', () => {
    const sending = callData('transfer', [thief, 5n]);
    const asked = readTransaction({ to: token, value: 0n, data: sending }, context);
    expect(read(sending, [transfer(account, thief, 5n, token)])).toEqual(asked);
    const approving = callData('approve', [thief, 5n]);
    expect(read(approving, [approval(thief, 5n, token)]).groups).toHaveLength(3);
    const nft = callData('safeTransferFrom', [account, thief, 7n]);
    const sent = event(other, 'Transfer(address,address,uint256)', [account, thief, 7n]);
    expect(codes(read(nft, [sent], other))).not.toContain('hiddenTransfer');
  });

  test('DAPP-3 warns of a transfer, or an additional amount, that the request doesn’t specify', () => {
    const { findings, groups } = read(deposit, [transfer(account, thief, 5n, token)], other);
    expect(findings[0]).toEqual({ code: 'hiddenTransfer', about: 'tUSDT', other: '' });
    expect(groups[0]).toMatchObject({ title: 'leaves' });
    expect(codes(read(deposit, [transfer(account, thief, 5n, thief)], other))).toContain('hiddenTransfer');
    const sending = callData('transfer', [thief, 5n]);
    expect(codes(read(sending, [transfer(account, thief, 6n, token)]))).toContain('hiddenTransfer');
  });

  test('DAPP-3 warns of a transfer to another recipient than the request specifies, also in a call within it', () => {
    const sending = callData('transfer', [other, 5n]);
    expect(codes(read(sending, [transfer(account, thief, 5n, token)]))).toContain('hiddenTransfer');
    const decoy = {
      from: account,
      to: token,
      value: 0n,
      gas: 0n,
      deadline: 0,
      data: sending,
      signature: '0x',
    };
    const forwarded = callData('execute', [decoy]);
    const hidden = read(forwarded, [transfer(account, thief, 5n, token)], thief);
    expect(hidden.findings).toContainEqual({ code: 'hiddenTransfer', about: 'tUSDT', other: '' });
    expect(codes(read(forwarded, [transfer(account, other, 5n, token)], thief))).not.toContain(
      'hiddenTransfer',
    );
  });

  test('DAPP-3 accepts a token’s transfer fee, but not that a payment goes to another recipient', () => {
    const sending = callData('transfer', [thief, 100n]);
    const shared = (...parts: readonly [to: Address, amount: bigint][]) =>
      codes(
        read(
          sending,
          parts.map(([to, amount]) => transfer(account, to, amount, token)),
        ),
      );
    expect(shared([thief, 99n], [other, 1n])).not.toContain('hiddenTransfer');
    expect(shared([thief, 90n], [other, 10n])).not.toContain('hiddenTransfer');
    expect(shared([thief, 89n], [other, 11n])).toContain('hiddenTransfer');
    expect(shared([thief, 99n], [other, 2n])).toContain('hiddenTransfer');
    expect(shared([other, 100n])).toContain('hiddenTransfer');
  });

  test('DAPP-3 recognizes an NFT that `transferFrom` sends by its token ID', () => {
    const sent = (to: Address, id: bigint) =>
      event(other, 'Transfer(address,address,uint256)', [account, to, id]);
    const sending = callData('transferFrom', [account, thief, 7n]);
    expect(codes(read(sending, [sent(thief, 7n)], other))).not.toContain('hiddenTransfer');
    expect(codes(read(sending, [sent(thief, 8n)], other))).toContain('hiddenTransfer');
    expect(codes(read(sending, [sent(token, 7n)], other))).toContain('hiddenTransfer');
  });

  test('DAPP-3 lets a router pass on what the request gives it, but no more', () => {
    const args = [5n, 1n, [token, other], account, 1n];
    const swap = encodeFunctionData({
      abi: routerAbi,
      functionName: 'swapExactTokensForTokensSupportingFeeOnTransferTokens',
      args: args as [bigint, bigint, Address[], Address, bigint],
    });
    const pair = transfer(account, thief, 3n, token);
    expect(codes(read(swap, [pair, transfer(account, other, 2n, token)], other))).not.toContain(
      'hiddenTransfer',
    );
    expect(codes(read(swap, [pair, transfer(account, other, 3n, token)], other))).toContain('hiddenTransfer');
    // Any contract can have a function with the router's signature.
    const unlisted = getAddress(`0x${'f1'.repeat(20)}`);
    expect(codes(read(swap, [pair], unlisted))).toContain('hiddenTransfer');
  });

  test('DAPP-3 warns of an allowance that the request doesn’t specify', () => {
    const { findings, groups } = read(deposit, [approval(thief, maxUint256, token)], other);
    expect(findings.filter(isDanger)).toMatchObject([{ code: 'unlimited', about: thief }]);
    expect(groups[0]).toMatchObject({ title: 'allowance' });
    const one = event(other, 'Approval(address,address,uint256)', [account, thief, 0n]);
    expect(read(deposit, [one], other).groups[0]).toMatchObject({
      title: 'allowance',
      facts: expect.arrayContaining([{ label: 'tokenId', value: { kind: 'text', text: '0' } }]),
    });
  });

  test('DAPP-3 shows listed tokens first, and warns if it can’t list everything', () => {
    const spam = Array.from({ length: 30 }, (_, index) =>
      transfer(account, thief, 1n, getAddress(numberToHex(index + 1, { size: 20 }))),
    );
    const allowances = Array.from({ length: 30 }, (_, index) =>
      approval(thief, 1n, getAddress(numberToHex(index + 1, { size: 20 }))),
    );
    const reading = read(deposit, [...allowances, ...spam, transfer(account, thief, 5n, token)], other);
    expect(codes(reading)).toContain('moreEffects');
    expect(reading.findings).toContainEqual({ code: 'hiddenTransfer', about: 'tUSDT', other: '' });
  });

  test('DAPP-3 warns if there was no simulation', () => {
    const asked = readTransaction({ to: thief, value: 1n, data: '0x' }, context);
    expect(codes(withEffects(asked, null, context))).toContain('notSimulated');
  });
});
