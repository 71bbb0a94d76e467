/** @jest-environment node */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  type Address,
  decodeErrorResult,
  domainSeparator,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseSignature,
  toHex,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { erc20AuthorizationAbi } from '@/lib/evm/abi/erc20-authorization';
import { walletTransferTypes } from '@/lib/evm/wallet-transfer';
import { startChains, stopLeftChains } from '@/scripts/launcher/chains/anvil';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { deployLocal } from '@/scripts/launcher/chains/deploy';
import { chainPlans } from '../../support/chain-plans';

/** Viem's ABI of this function says that it's a view. */
const batchAbi = parseAbi([
  'struct Call3 { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call3[] calls) payable returns (Result[] returnData)',
]);
const sender = demoAccount(5);

/** Returns the call that executes a transfer of 1 tUSDT that `signer` signed for demo account 5. */
async function authorizationCall(
  domain: { name: string; version: string; chainId: number; verifyingContract: Address },
  { to, nonce, signer = sender }: { to: Address; nonce: Hex; signer?: Pick<typeof sender, 'signTypedData'> },
) {
  const message = {
    from: sender.address,
    to,
    value: 1_000_000n,
    validAfter: 0n,
    validBefore: 2n ** 40n,
    nonce,
  };
  const signature = await signer.signTypedData({
    domain,
    types: walletTransferTypes,
    primaryType: 'TransferWithAuthorization',
    message,
  });
  const { r, s, yParity } = parseSignature(signature);
  const { from, value, validAfter, validBefore } = message;
  return encodeFunctionData({
    abi: erc20AuthorizationAbi,
    functionName: 'transferWithAuthorization',
    args: [from, to, value, validAfter, validBefore, nonce, 27 + yParity, r, s],
  });
}

test('OPS-1 the local tUSDT executes transfers by signature (EIP-3009), in one call of the local Multicall3', async () => {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'tidewell-authorizations-'));
  try {
    const [chain] = await startChains(dir, { plans: [chainPlans[0]] });
    if (!chain) throw new Error('no chain');
    const { client } = chain;
    const { tUsdt, multicall } = await deployLocal(client);
    const token = { address: tUsdt, abi: erc20AuthorizationAbi } as const;
    const domain = {
      name: 'Test USDT',
      version: '1',
      chainId: client.chain.id,
      verifyingContract: tUsdt,
    };
    expect(await client.readContract({ ...token, functionName: 'DOMAIN_SEPARATOR' })).toBe(
      domainSeparator({ domain }),
    );

    const to = privateKeyToAccount(generatePrivateKey()).address;
    const nonces = [1, 2, 3].map(() => toHex(crypto.getRandomValues(new Uint8Array(32))));
    const forger = privateKeyToAccount(generatePrivateKey());
    const calls = await Promise.all(
      nonces.map((nonce, index) =>
        authorizationCall(domain, { to, nonce, ...(index === 1 ? { signer: forger } : {}) }),
      ),
    );
    const balance = await client.getBalance({ address: sender.address });
    const { request, result } = await client.simulateContract({
      address: multicall,
      abi: batchAbi,
      functionName: 'aggregate3',
      args: [calls.map((callData) => ({ target: tUsdt, allowFailure: true, callData }))],
    });
    expect(result.map(({ success }) => success)).toEqual([true, false, true]);
    const data = result[1]?.returnData ?? '0x';
    expect(decodeErrorResult({ abi: erc20AuthorizationAbi, data }).errorName).toBe('ERC3009InvalidSignature');
    await client.waitForTransactionReceipt({ hash: await client.writeContract(request) });

    const states = await Promise.all(
      nonces.map((nonce) =>
        client.readContract({ ...token, functionName: 'authorizationState', args: [sender.address, nonce] }),
      ),
    );
    expect(states).toEqual([true, false, true]);
    expect(await client.getBalance({ address: sender.address })).toBe(balance);
  } finally {
    await stopLeftChains(dir);
    await rm(dir, { recursive: true, force: true });
  }
});
