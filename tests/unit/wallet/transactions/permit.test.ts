import {
  type Address,
  concat,
  decodeFunctionData,
  encodeFunctionResult,
  type Hex,
  hexToBytes,
  parseSignature,
  recoverTypedDataAddress,
  serializeCompactSignature,
  signatureToCompactSignature,
  slice,
  toHex,
  zeroHash,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { erc20PermitAbi } from '@/lib/evm/abi/erc20-permit';
import { chainErrorCode } from '@/lib/evm/errors';
import { PermitUnsupportedError, readPermit, signPermit } from '@/lib/wallet/transactions/permit';
import { RpcFailure } from '../../../support/chain-plans';
import { account } from '../../../support/ledger-entry';
import { answering, connectOnChains, reading, TOKEN, VAULT, wagmiConfig } from '../../../support/test-chains';

const domain = { chainId: 901n, verifyingContract: TOKEN };
type Domain = typeof domain;

/** Returns a node with a token that reports this EIP-712 domain, or fails if it is null. The account has this code. */
function nodeOf(told: { chainId: bigint; verifyingContract: Address } | null, code: Hex) {
  const results = {
    eip712Domain:
      told && (['0x0f', 'Tide', '1', told.chainId, told.verifyingContract, zeroHash, []] as const),
    nonces: 7n,
  };
  return answering({
    eth_getCode: () => code,
    eth_call: reading((_, data) => {
      const { functionName } = decodeFunctionData({ abi: erc20PermitAbi, data });
      const result = results[functionName as keyof typeof results];
      if (result === null) return null;
      return encodeFunctionResult({ abi: erc20PermitAbi, functionName, result: result as never });
    }),
  });
}

test.each<[string, Domain | null, Hex, boolean]>([
  ['the token of its chain', domain, '0x', true],
  ['the token on another chain', { ...domain, chainId: 902n }, '0x', false],
  ['another contract', { ...domain, verifyingContract: VAULT }, '0x', false],
  ['nothing, because the token has no permits', null, '0x', false],
  ['the token, but the account is a contract', domain, '0x60', false],
])(
  'WAL-16 a permit is signed only for a domain of the token itself: %s',
  async (_, told, code, isOffered) => {
    const config = wagmiConfig(new Map([[901, nodeOf(told, code)]]));
    const request = { chainId: 901, token: TOKEN, owner: account, spender: VAULT, value: 5n };
    expect(await readPermit(config, request)).toEqual(
      isOffered
        ? { domain: { name: 'Tide', version: '1', chainId: 901, verifyingContract: TOKEN }, nonce: 7n }
        : null,
    );
  },
);

const owner = privateKeyToAccount(generatePrivateKey());
const permit = { domain: { name: 'Tide', version: '1', chainId: 901, verifyingContract: TOKEN }, nonce: 7n };

/** Requests a permit from a wallet that answers the correct signature of `signer`, changed by `change`. */
async function signed(change: (signature: Hex) => unknown, signer = owner) {
  let asked = '';
  const wallet = {
    eth_signTypedData_v4: async ([, data]: readonly unknown[]) => {
      asked = String(data);
      return change(await signer.signTypedData(JSON.parse(asked)));
    },
  };
  const nodes = new Map([[901, answering({})]]);
  const { config } = await connectOnChains(nodes, { account: owner.address, chainId: 901, wallet });
  const request = { chainId: 901, token: TOKEN, owner: owner.address, spender: VAULT, value: 5n };
  const run = { signal: new AbortController().signal, onStep: () => undefined };
  return {
    asked: () => JSON.parse(asked),
    result: await signPermit(config, permit, request, run).catch((error) => error),
  };
}
const compact = (signature: Hex) =>
  serializeCompactSignature(signatureToCompactSignature(parseSignature(signature)));

test.each<[string, (signature: Hex) => unknown]>([
  ['in 65 bytes', (signature) => signature],
  [
    'with a recovery ID of 0 or 1',
    (signature) =>
      concat([slice(signature, 0, 64), toHex((hexToBytes(signature)[64] ?? 27) - 27, { size: 1 })]),
  ],
  ['in 64 bytes (ERC-2098)', compact],
])('WAL-16 a permit can be signed %s', async (_, change) => {
  const { asked, result } = await signed(change);
  const { deadline, v, r, s } = result;
  expect([27, 28]).toContain(v);
  const message = { ...asked().message, value: 5n, nonce: 7n, deadline };
  const signature = { r, s, v: BigInt(v) };
  expect(await recoverTypedDataAddress({ ...asked(), message, signature })).toBe(owner.address);
});

test.each<[string, () => unknown]>([
  ['has no such method (EIP-1193)', () => new RpcFailure(4200, 'no')],
  ['has no such method (JSON-RPC)', () => new RpcFailure(-32601, 'no')],
  ['has a device without it', () => new RpcFailure(-32603, 'This is not supported on this device')],
])('WAL-16 a wallet that can’t sign permits because it %s is named as such', async (_, error) => {
  const { result } = await signed(() => {
    throw error();
  });
  expect(result).toBeInstanceOf(PermitUnsupportedError);
});

test.each<[string, unknown]>([
  ['null', null],
  ['nothing', '0x'],
  ['text', 'signed'],
  ['too few bytes', `0x${'12'.repeat(63)}`],
  ['random bytes', `0x${'ff'.repeat(65)}`],
])('WAL-16 a permit whose signature is %s is not sent', async (_, answer) => {
  expect((await signed(() => answer)).result).toBeInstanceOf(PermitUnsupportedError);
});

test('WAL-16 a permit that another account signed is not sent, and a rejection stays one', async () => {
  const other = privateKeyToAccount(generatePrivateKey());
  expect((await signed((signature) => signature, other)).result).toBeInstanceOf(PermitUnsupportedError);
  const { result } = await signed(() => {
    throw new RpcFailure(4001, 'no');
  });
  expect(result).not.toBeInstanceOf(PermitUnsupportedError);
  expect(chainErrorCode(result)).toBe('rejected');
});
