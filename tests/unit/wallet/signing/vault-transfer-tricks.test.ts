import {
  type Address,
  encodeFunctionData,
  getAddress,
  type Hex,
  hashTypedData,
  parseAbi,
  zeroAddress,
} from 'viem';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { parseTypedMessage } from '@/lib/wallet/dapps/typed-message';
import { describeTypedData } from '@/lib/wallet/signing/clear-signing';
import { isDanger } from '@/lib/wallet/signing/finding';
import { definitionOf, parseTypedData } from '@/lib/wallet/signing/parse-typed-data';
import { readTransaction } from '@/lib/wallet/signing/transaction';
import { readTypedData } from '@/lib/wallet/signing/typed-data';
import { samplePlace, signingContext } from '../../../support/signing-context';

const { chainId, account, token, stranger, vault } = samplePlace;
const context = signingContext(samplePlace, { isForeign: true });
const fields = [
  ['address', 'from'],
  ['address', 'to'],
  ['address', 'token'],
  ['uint256', 'amount'],
  ['uint256', 'nonce'],
  ['uint256', 'deadline'],
].map(([type, name]) => ({ type, name }));
const domainTypes = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
];
const message: Record<string, unknown> = {
  from: account,
  to: stranger,
  token,
  amount: '20000000',
  nonce: 3,
  deadline: String(context.now + 600n),
};
const domain: Record<string, unknown> = {
  name: 'Tidewell vault',
  version: '1',
  chainId,
  verifyingContract: vault,
};
const base = {
  types: { EIP712Domain: domainTypes, Transfer: fields },
  primaryType: 'Transfer',
  domain,
  message,
};
/** What the vault hashes. */
const digest = (values: Record<string, unknown>) =>
  hashTypedData({
    types: { Transfer: fields },
    primaryType: 'Transfer',
    domain: { name: 'Tidewell vault', version: '1', chainId, verifyingContract: vault },
    message: values,
  } as never);
const codes = ({ findings }: { findings: readonly { code: string }[] }) => findings.map(({ code }) => code);

/** Requests that must be refused, or else be read as a danger if the vault would accept their signature. */
const tricks: Record<string, unknown> = {
  plain: base,
  hexAmount: { ...base, message: { ...message, amount: '0x1312d00' } },
  upperHex: { ...base, message: { ...message, amount: '0X1312D00' } },
  zeros: { ...base, message: { ...message, amount: '00000020000000' } },
  negative: { ...base, message: { ...message, amount: '-1' } },
  minusZero: { ...base, message: { ...message, amount: '-0' } },
  float: { ...base, message: { ...message, amount: 1.5 } },
  exponent: { ...base, message: { ...message, amount: 1e20 } },
  overflow: { ...base, message: { ...message, amount: String(2n ** 256n) } },
  most: { ...base, message: { ...message, amount: String(2n ** 256n - 1n) } },
  spaces: { ...base, message: { ...message, amount: ' 1' } },
  arabic: { ...base, message: { ...message, amount: '٢٠' } },
  bool: { ...base, message: { ...message, amount: true } },
  list: { ...base, message: { ...message, amount: ['1'] } },
  extra: { ...base, message: { ...message, note: 'gift' } },
  missing: { ...base, message: { ...message, deadline: undefined } },
  far: { ...base, message: { ...message, deadline: String(2n ** 256n - 1n) } },
  otherChain: { ...base, domain: { ...domain, chainId: chainId + 1 } },
  otherChainHex: { ...base, domain: { ...domain, chainId: `0x${(chainId + 1).toString(16)}` } },
  sameChainHex: { ...base, domain: { ...domain, chainId: `0x${chainId.toString(16)}` } },
  noChain: {
    ...base,
    types: { ...base.types, EIP712Domain: domainTypes.filter(({ name }) => name !== 'chainId') },
    domain: { name: 'Tidewell vault', version: '1', verifyingContract: vault },
  },
  lowerVault: { ...base, domain: { ...domain, verifyingContract: vault.toLowerCase() } },
  wrongChecksum: { ...base, domain: { ...domain, verifyingContract: `${vault.slice(0, -1)}B` } },
  domainOrder: { ...base, types: { ...base.types, EIP712Domain: [...domainTypes].reverse() } },
  listType: { ...base, primaryType: 'Transfer[]' },
  spaceType: { ...base, primaryType: 'Transfer ' },
  dollarType: { ...base, primaryType: 'Transfer$', types: { ...base.types, Transfer$: fields } },
  domainPrimary: { ...base, primaryType: 'EIP712Domain', message: domain },
  swapped: { ...base, types: { ...base.types, Transfer: [fields[1], fields[0], ...fields.slice(2)] } },
  twice: { ...base, types: { ...base.types, Transfer: [...fields, fields[0]] } },
  aliased: {
    ...base,
    types: { ...base.types, Transfer: fields.map((f) => (f.name === 'amount' ? { ...f, type: 'uint' } : f)) },
  },
  nested: {
    ...base,
    primaryType: 'Order',
    types: { ...base.types, Order: [{ type: 'Transfer', name: 'transfer' }] },
    message: { transfer: message },
  },
  duplicates: JSON.stringify(base).replace('"amount":"20000000"', '"amount":"1","amount":"20000000"'),
  proto: JSON.stringify(base).replace('"nonce":3', '"nonce":3,"__proto__":{"amount":"1"}'),
  bidiName: { ...base, domain: { ...domain, name: 'Tidewell\u202E vault' } },
  fromStranger: { ...base, message: { ...message, from: stranger, to: account } },
  native: { ...base, message: { ...message, token: zeroAddress } },
  unknownToken: { ...base, message: { ...message, token: stranger } },
};

test.each(Object.entries(tricks))('%s: refused, or a danger with what is signed', (_name, data) => {
  for (const parse of [
    parseTypedData,
    (input: unknown, id: number) => {
      const read = typeof input === 'string' ? JSON.parse(input) : input;
      return parseTypedMessage(read as Record<string, unknown>, id);
    },
  ]) {
    let request: ReturnType<typeof parseTypedData>;
    try {
      request = parse(data, chainId);
    } catch {
      continue;
    }
    const reading = readTypedData(request, context);
    expect(reading.findings.some(isDanger)).toBe(true);
    const signed = hashTypedData(definitionOf(request));
    const description = describeTypedData(request, context);
    const isVaults = request.primaryType === 'Transfer' && signed === digest(request.message);
    if (isVaults) {
      expect(description?.intent).toBe('vaultTransfer');
      expect(codes(reading)).toContain('signedTransfer');
      expect(description?.fields[0]?.value).toMatchObject({ raw: request.message.amount });
      expect(codes(reading)).not.toContain('unreadSignature');
    }
  }
});

/** A vault transfer that the vault can't accept isn't "Send 20 tUSDT". */
test.each(['domainOrder', 'bidiName'])(
  '%s: a message that the vault rejects is not described as a transfer',
  (name) => {
    const request = parseTypedData(tricks[name], chainId);
    expect(hashTypedData(definitionOf(request))).not.toBe(digest(message));
    expect(describeTypedData(request, context)).toBeNull();
  },
);

/** Unlike tokens that arrive at an exchange's deposit contract, which sweeps them. */
test('a vault transfer to a known contract gets a warning', () => {
  const known = { natures: new Map([[stranger, 'contract' as const]]), recipients: [stranger] };
  const data = encodeFunctionData({
    abi: vaultAbi,
    functionName: 'transfer',
    args: [token, 20_000_000n, stranger],
  });
  const reading = readTransaction({ to: vault, data, value: 0n }, { ...context, ...known });
  expect(codes(reading)).toContain('balanceOfContract');
});

const safeTypes =
  'address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce';
test("a Safe's vault transfer is a danger", () => {
  const data: Hex = encodeFunctionData({
    abi: vaultAbi,
    functionName: 'transfer',
    args: [token, 1n, stranger],
  });
  const request = parseTypedData(
    {
      types: {
        EIP712Domain: domainTypes.slice(2),
        SafeTx: safeTypes
          .split(',')
          .map((field) => ({ type: field.split(' ')[0], name: field.split(' ')[1] })),
      },
      primaryType: 'SafeTx',
      domain: { chainId, verifyingContract: getAddress('0x1111111111111111111111111111111111111111') },
      message: {
        to: vault,
        value: 0,
        data,
        operation: 0,
        safeTxGas: 0,
        baseGas: 0,
        gasPrice: 0,
        gasToken: zeroAddress,
        refundReceiver: zeroAddress,
        nonce: 1,
      },
    },
    chainId,
  );
  expect(codes(readTypedData(request, context))).toContain('signedTransfer');
});

test('vault transfers in a multicall with value', () => {
  const abi = parseAbi([
    'function aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls) payable',
  ]);
  const inner = encodeFunctionData({ abi: vaultAbi, functionName: 'transfer', args: [token, 1n, stranger] });
  const data = encodeFunctionData({
    abi,
    functionName: 'aggregate3Value',
    args: [[{ target: vault as Address, allowFailure: false, value: 0n, callData: inner }]],
  });
  const reading = readTransaction({ to: stranger, data, value: 0n }, context);
  expect(reading.findings.some(isDanger)).toBe(true);
});
