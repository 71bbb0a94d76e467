import { type Address, encodeFunctionData, erc20Abi, getAddress, zeroAddress } from 'viem';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { describeTransaction, describeTypedData } from '@/lib/wallet/signing/clear-signing';
import type { SigningContext } from '@/lib/wallet/signing/context';
import { parseTypedData } from '@/lib/wallet/signing/parse-typed-data';
import { readTransaction } from '@/lib/wallet/signing/transaction';
import { readTypedData } from '@/lib/wallet/signing/typed-data';
import { samplePlace, signingContext, typedData, typesOf } from '../../../support/signing-context';

const { chainId, account, token, stranger, vault } = samplePlace;
const context = signingContext(samplePlace);
const TYPE =
  'Transfer(address from,address to,address token,uint256 amount,uint256 nonce,uint256 deadline)' as const;
const codes = ({ findings }: { findings: readonly { code: string }[] }) => findings.map(({ code }) => code);

/** Returns the request to sign a transfer of 20 tUSDT to a stranger, at any contract. */
const request = (changes: Record<string, unknown> = {}, contract: Address = vault, type: string = TYPE) =>
  parseTypedData(
    typedData(
      { chainId, token: contract },
      'Transfer',
      typesOf(type),
      {
        from: account,
        to: stranger,
        token,
        amount: '20000000',
        nonce: 3,
        deadline: String(context.now + 600n),
        ...changes,
      },
      { domain: { name: 'Tidewell vault', version: '1', chainId, verifyingContract: contract } },
    ),
    chainId,
  );
const read = (...args: Parameters<typeof request>) => readTypedData(request(...args), context);

const tUsdt = { symbol: 'tUSDT', decimals: 6 };
const amount = { kind: 'amount', raw: 20_000_000n, token: tUsdt };

test('WAL-1 WAL-16 a signed vault transfer is described with its amount, recipient, sender, and expiration', () => {
  expect(describeTypedData(request(), context)).toEqual({
    intent: 'vaultTransfer',
    isComplete: true,
    fields: [
      { label: 'amount', value: amount, token, isInSentence: true },
      {
        label: 'paidTo',
        value: expect.objectContaining({ address: stranger }),
        token: null,
        isInSentence: true,
      },
      {
        label: 'from',
        value: expect.objectContaining({ address: account }),
        token: null,
        isInSentence: false,
      },
      { label: 'until', value: expect.anything(), token: null, isInSentence: false },
    ],
  });
  expect(describeTypedData(request({ token: zeroAddress }), context)?.fields[0]?.value).toMatchObject({
    kind: 'amount',
    token: { decimals: 18 },
  });
});

test('WAL-16 a signed vault transfer is a danger, because the signature alone moves the balance', () => {
  expect(codes(read())).toEqual(['signedTransfer', 'newRecipient']);
  expect(read().groups[0]).toMatchObject({
    title: 'leaves',
    facts: expect.arrayContaining([{ label: 'amount', value: amount }]),
  });
  expect(codes(read({ token: stranger }))).toContain('unknownToken');
  expect(codes(read({ token: zeroAddress }))).not.toContain('unknownToken');
  expect(codes(read({ from: stranger, to: account }))).toContain('notYours');
  expect(codes(read({ to: zeroAddress }))).toContain('burn');
  expect(codes(read({ to: vault }))).toContain('lostInContract');
  expect(codes(read({ deadline: '1' }))).toContain('expired');
});

test('WAL-16 the same message of another contract or type is not read as a vault transfer', () => {
  for (const other of [
    request({}, stranger),
    request({}, token),
    request({}, vault, TYPE.replace('uint256 nonce', 'uint128 nonce')),
  ]) {
    expect(describeTypedData(other, context)).toBeNull();
    expect(codes(readTypedData(other, context))).toContain('unreadSignature');
  }
});

test('WAL-16 a vault transfer by call is described, and its recipient is checked', () => {
  const send = (to: Address, contract = vault) => {
    const data = encodeFunctionData({
      abi: vaultAbi,
      functionName: 'transfer',
      args: [token, 20_000_000n, to],
    });
    return { to: contract, data, value: 0n };
  };
  expect(describeTransaction(send(stranger), context)).toMatchObject({
    intent: 'vaultTransfer',
    isComplete: true,
  });
  expect(codes(readTransaction(send(stranger), context))).toEqual(['newRecipient']);
  expect(codes(readTransaction(send(zeroAddress), context))).toEqual(['burn']);
  expect(codes(readTransaction(send(stranger, stranger), context))).toContain('blindCall');
});

test('HUB-4 a payment to a person of the open conversation names them, and still warns of a look-alike', () => {
  const pay = (to: Address, changes: Partial<SigningContext>) => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 20_000_000n] });
    return readTransaction({ to: token, data, value: 0n }, { ...context, ...changes });
  };
  const people = [{ address: stranger, name: '“Ana” (0xdBF0…C6fB)' }];
  const known = pay(stranger, { people });
  expect(codes(known)).toEqual([]);
  expect(known.groups.flatMap(({ facts }) => facts)).toContainEqual(
    expect.objectContaining({
      value: expect.objectContaining({ known: { kind: 'person', name: people[0]?.name } }),
    }),
  );
  const contact = {
    address: getAddress(`${stranger.slice(0, 8)}${'0'.repeat(24)}${stranger.slice(-10)}`),
    name: 'Bo',
  };
  expect(codes(pay(stranger, { people, contacts: [contact] }))).toEqual(['lookAlike']);
  // A conversation makes nobody's contract trustworthy.
  expect(
    codes(readTransaction({ to: stranger, data: '0x12345678', value: 0n }, { ...context, people })),
  ).toContain('blindCall');
});

test('WAL-16 canceling a nonce is understood, and relaying the transfers of others is not', () => {
  const cancel = encodeFunctionData({ abi: vaultAbi, functionName: 'cancelNonce', args: [3n] });
  const transaction = { to: vault, data: cancel, value: 0n };
  expect(describeTransaction(transaction, context)).toEqual({
    intent: 'cancelTransfer',
    isComplete: true,
    fields: [{ label: 'transferNonce', value: { kind: 'text', text: '3' }, token: null, isInSentence: true }],
  });
  expect(codes(readTransaction(transaction, context))).toEqual([]);
  const relay = encodeFunctionData({ abi: vaultAbi, functionName: 'transferBySignature', args: [[]] });
  expect(codes(readTransaction({ ...transaction, data: relay }, context))).toEqual(['ownerCall']);
});
