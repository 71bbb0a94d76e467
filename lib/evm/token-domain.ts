import { type Address, type Client, domainSeparator, isAddressEqual, parseAbi } from 'viem';
import { readContract } from 'viem/actions';
import { erc20AuthorizationAbi } from './abi/erc20-authorization';
import { answerOrNull } from './answer-or-null';
import type { TokenDomain } from './wallet-transfer';

const nameAbi = parseAbi([
  'function name() view returns (string)',
  'function version() view returns (string)',
]);
/** Fields of a domain with a name, version, chain ID, and contract, and nothing else (EIP-5267). */
const DOMAIN_FIELDS = '0x0f';

/**
 * Reads the EIP-712 domain of a token: from `eip712Domain` (EIP-5267), or else from its name and version. Returns null if
 * it differs from the token's `DOMAIN_SEPARATOR`, or if the token has neither.
 * @throws if an RPC request fails.
 */
export async function readTokenDomain(
  client: Client,
  chainId: number,
  token: Address,
): Promise<TokenDomain | null> {
  const authorizations = { address: token, abi: erc20AuthorizationAbi } as const;
  const names = { address: token, abi: nameAbi } as const;
  const [described, separator, name, version] = await Promise.all([
    answerOrNull(readContract(client, { ...authorizations, functionName: 'eip712Domain' })),
    answerOrNull(readContract(client, { ...authorizations, functionName: 'DOMAIN_SEPARATOR' })),
    answerOrNull(readContract(client, { ...names, functionName: 'name' })),
    answerOrNull(readContract(client, { ...names, functionName: 'version' })),
  ]);
  const place = { chainId, verifyingContract: token };
  if (described) {
    const [fields, ownName, ownVersion, ownChain, contract] = described;
    const domain = { name: ownName, version: ownVersion, ...place };
    const isPlain =
      fields === DOMAIN_FIELDS && ownChain === BigInt(chainId) && isAddressEqual(contract, token);
    return isPlain && (separator === null || separator === domainSeparator({ domain })) ? domain : null;
  }
  if (name === null || separator === null) return null;
  const domain = { name, version: version ?? '1', ...place };
  return separator === domainSeparator({ domain }) ? domain : null;
}
