import {
  type Abi,
  type Address,
  createWalletClient,
  custom,
  type LocalAccount,
  type PrivateKeyAccount,
  parseAbi,
  zeroAddress,
} from 'viem';
import { PERMIT2 } from '@/lib/evm/address';
import type { AnvilClient } from '@/scripts/launcher/chains/anvil-client';
import { mined } from '@/scripts/launcher/chains/create2';
import { putCode } from './wallet-tokens';

/** Permit2's functions that the tests call themselves. */
export const permit2TestAbi = parseAbi([
  'function allowance(address owner, address token, address spender) view returns (uint160 amount, uint48 expiration, uint48 nonce)',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function transferFrom(address from, address to, uint160 amount, address token)',
  'struct PermitDetails { address token; uint160 amount; uint48 expiration; uint48 nonce; }',
  'struct PermitSingle { PermitDetails details; address spender; uint256 sigDeadline; }',
  'function permit(address owner, PermitSingle single, bytes signature)',
]);

/** Has an account delegate to a contract's code, or to nobody's with the zero address (EIP-7702). */
export async function delegate(
  client: AnvilClient,
  account: PrivateKeyAccount,
  contractAddress: Address,
): Promise<void> {
  const wallet = createWalletClient({ account, chain: client.chain, transport: custom(client) });
  const authorization = await wallet.signAuthorization({ contractAddress, executor: 'self' });
  const hash = await wallet.sendTransaction({
    // A call of the account itself would run its new code.
    to: zeroAddress,
    authorizationList: [authorization],
    gas: 200_000n,
  });
  await mined(client, hash);
}

/** Puts the code of the allowance keeper at Permit2's address. */
export const installPermit2 = (client: AnvilClient): Promise<void> =>
  putCode(client, 'AllowanceKeeper', PERMIT2);

type Terms = { token: Address; spender: Address; amount: bigint; expiration: number };

/** Sends a call of Permit2 and waits for it. */
async function send(
  client: AnvilClient,
  functionName: string,
  args: readonly unknown[],
  account: Address | LocalAccount,
): Promise<void> {
  const abi: Abi = permit2TestAbi;
  await mined(client, await client.writeContract({ address: PERMIT2, abi, functionName, args, account }));
}

/** Gives an allowance in Permit2 by a call. */
export const approveInPermit2 = (
  client: AnvilClient,
  owner: Address | LocalAccount,
  { token, spender, amount, expiration }: Terms,
): Promise<void> => send(client, 'approve', [token, spender, amount, expiration], owner);

/** Gives an allowance in Permit2 by a signature, which the spender submits. */
export async function permitInPermit2(
  client: AnvilClient,
  owner: LocalAccount,
  { token, spender, amount, expiration }: Terms,
): Promise<void> {
  const details = { token, amount, expiration, nonce: 0 };
  const single = { details, spender, sigDeadline: 2n ** 48n - 1n };
  const signature = await owner.signTypedData({
    domain: { name: 'Permit2', chainId: client.chain.id, verifyingContract: PERMIT2 },
    types: {
      PermitSingle: [
        { name: 'details', type: 'PermitDetails' },
        { name: 'spender', type: 'address' },
        { name: 'sigDeadline', type: 'uint256' },
      ],
      PermitDetails: [
        { name: 'token', type: 'address' },
        { name: 'amount', type: 'uint160' },
        { name: 'expiration', type: 'uint48' },
        { name: 'nonce', type: 'uint48' },
      ],
    },
    primaryType: 'PermitSingle',
    message: single,
  });
  await send(client, 'permit', [owner.address, single, signature], spender);
}

/** Takes tokens through Permit2, as a spender that the node signs for. */
export const takeThroughPermit2 = (
  client: AnvilClient,
  { from, to, amount, token }: { from: Address; to: Address; amount: bigint; token: Address },
): Promise<void> => send(client, 'transferFrom', [from, to, amount, token], to);
