import { type Address, isAddressEqual, recoverTypedDataAddress } from 'viem';
import { signTypedData } from 'viem/actions';
import type { Config } from 'wagmi';
import { getBytecode, readContracts } from 'wagmi/actions';
import { erc20PermitAbi } from '@/lib/evm/abi/erc20-permit';
import { readSignature } from '@/lib/evm/key-signature';
import { cannotSignTypedData } from '@/lib/evm/wallet-errors';
import { prepareWallet } from './ask-wallet';
import type { OrderRun, SignedPermit } from './transaction-plan';

/** Lifetime of an EIP-2612 permit, which is signed for one transaction. */
const PERMIT_DURATION_MS = 20 * 60 * 1_000;

type PermitRequest = { chainId: number; token: Address; owner: Address; spender: Address; value: bigint };

const types = {
  Permit: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const;

/** Returns the EIP-712 domain and nonce for an EIP-2612 permit, or null if permits are not supported. */
export async function readPermit(config: Config, { chainId, token, owner }: PermitRequest) {
  const [code, [domain, nonce]] = await Promise.all([
    getBytecode(config, { chainId, address: owner }),
    readContracts(config, {
      contracts: [
        { chainId, address: token, abi: erc20PermitAbi, functionName: 'eip712Domain' },
        { chainId, address: token, abi: erc20PermitAbi, functionName: 'nonces', args: [owner] },
      ],
    }),
  ]);
  if (code || domain.status === 'failure' || nonce.status === 'failure') return null;
  const [, name, version, domainChainId, verifyingContract] = domain.result;
  if (domainChainId !== BigInt(chainId) || verifyingContract !== token) return null;
  return { domain: { name, version, chainId, verifyingContract }, nonce: nonce.result };
}

type Permit = NonNullable<Awaited<ReturnType<typeof readPermit>>>;

/** Thrown if a wallet can't sign permits, so that an approval must replace them. */
export class PermitUnsupportedError extends Error {
  override name = 'PermitUnsupportedError';
}

/**
 * Requests an EIP-2612 permit of exactly `value` from the wallet.
 * @throws the wallet's error, the end of the order, or PermitUnsupportedError if the wallet can't sign it or its signature is not the owner's.
 */
export async function signPermit(
  config: Config,
  { domain, nonce }: Permit,
  request: PermitRequest,
  { signal, onStep }: Pick<OrderRun, 'signal' | 'onStep'>,
): Promise<SignedPermit> {
  const deadline = BigInt(Math.floor((Date.now() + PERMIT_DURATION_MS) / 1_000));
  const { chainId, owner, spender, value } = request;
  const message = { owner, spender, value, nonce, deadline };
  const permit = { domain, types, primaryType: 'Permit', message } as const;
  const wallet = await prepareWallet(config, { chainId, account: owner }, signal);
  onStep('permit');
  let signed: unknown;
  try {
    signed = await signTypedData(wallet, permit);
  } catch (cause) {
    if (cannotSignTypedData(cause)) throw new PermitUnsupportedError('no typed data', { cause });
    throw cause;
  }
  try {
    const signature = readSignature(signed);
    const signer = await recoverTypedDataAddress({ ...permit, signature });
    const { r, s, yParity } = signature;
    if (isAddressEqual(signer, owner)) return { deadline, v: 27 + yParity, r, s };
  } catch (cause) {
    throw new PermitUnsupportedError('unreadable signature', { cause });
  }
  throw new PermitUnsupportedError('signed by another account');
}
