import 'server-only';
import { type Address, type Client, type Hex, toHex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { isContractCode, NATIVE_TOKEN } from '@/lib/evm/address';
import { readTokenDomain } from '@/lib/evm/token-domain';
import { type TokenDomain, walletTransferMessage } from '@/lib/evm/wallet-transfer';
import { type ServerChain, withNode, withUntrustedReads } from '../chain/node';
import { findContract } from './listed-token';
import { simulationGas } from './route';
import { nonceBytes, simulateCalls, stateCall, transferCall, wordOf } from './wallet-batch';

/** How long a token counts as supporting transfers. Proxies can be upgraded, and tokens can be paused. */
const SUPPORTED_MS = 10 * 60_000;

/** Returns an account's code (at most 24,576 bytes, EIP-170), or undefined if it has none. @throws ApiError 503 */
export const readCode = (chain: ServerChain, address: Address): Promise<Hex | undefined> =>
  withNode(chain, (node) => node.getCode({ address }));

/**
 * Returns whether a token executes what a key signs for this domain: a simulated transfer of nothing by a new key.
 * With `code`, the key's account has this code, because some tokens then ask only the code (ERC-1271).
 */
async function executes(
  node: Client,
  multicall: Address,
  domain: TokenDomain,
  code: Hex | undefined,
): Promise<boolean> {
  const signer = privateKeyToAccount(generatePrivateKey());
  const token = domain.verifyingContract;
  const nonce = BigInt(toHex(crypto.getRandomValues(new Uint8Array(32))));
  const deadline = 2 ** 40;
  const signature = await signer.signTypedData(
    walletTransferMessage(domain, {
      from: signer.address,
      to: multicall,
      value: 0n,
      validAfter: 0n,
      validBefore: BigInt(deadline),
      nonce: nonceBytes(nonce),
    }),
  );
  const transfer = { contract: token, token, owner: signer.address, to: multicall, amountRaw: 0n };
  const results = await simulateCalls(
    node,
    multicall,
    [
      { ...transferCall({ ...transfer, nonce, deadline, signature }), allowFailure: false },
      // A contract without the function can take the call and do nothing, as WETH does.
      stateCall(token, signer.address, nonceBytes(nonce)),
    ],
    {
      stateOverride: code === undefined ? [] : [{ address: signer.address, code }],
      gas: simulationGas({ length: 1 }),
    },
  );
  return wordOf(results?.[1]) === 1n;
}

const supported = new Map<string, { domain: TokenDomain; at: number }>();

/** Returns the domain of a token's signed transfers, or null if it doesn't execute any. */
async function domainOf(node: Client, { id }: ServerChain, token: Address, multicall: Address) {
  const key = `${id} ${token}`;
  const known = supported.get(key);
  if (known && performance.now() - known.at < SUPPORTED_MS) return known.domain;
  const domain = await readTokenDomain(node, id, token);
  if (!domain || !(await executes(node, multicall, domain, undefined))) {
    supported.delete(key);
    return null;
  }
  supported.set(key, { domain, at: performance.now() });
  return domain;
}

/**
 * Returns the domain for which an account signs transfers of a token between wallets, or null if the token, the chain, or
 * the account doesn't support them: contracts have no key, and some tokens don't accept the key of a delegated account.
 * @throws ApiError 503 if the node is unreachable.
 */
export async function findWalletDomain(
  chain: ServerChain,
  token: Address,
  owner: Address,
): Promise<TokenDomain | null> {
  if (token === NATIVE_TOKEN) return null;
  const multicall = await findContract(chain.id, 'multicall');
  if (!multicall) return null;
  return withUntrustedReads(chain, async (node) => {
    const [domain, code] = await Promise.all([
      domainOf(node, chain, token, multicall),
      node.getCode({ address: owner }),
    ]);
    if (!domain || isContractCode(code)) return null;
    return code === undefined || (await executes(node, multicall, domain, code)) ? domain : null;
  });
}
