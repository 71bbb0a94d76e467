import { type Address, type Client, zeroAddress } from 'viem';
import { getEnsAddress, getEnsName, normalize } from 'viem/ens';

/** The resolved address and normalized name (ENSIP-15), or why resolution failed. */
export type NameRead = { name: string; address: Address } | { problem: 'spelling' | 'nobody' };

/** Off-chain gateways (ERC-3668) are disabled: no name may choose hosts for the page to call. */
const gatewayUrls: string[] = [];

function spelled(name: string): string | null {
  try {
    return normalize(name);
  } catch {
    return null;
  }
}

/**
 * The address that a typed name stands for (ENSIP-1, ENSIP-15).
 * @throws where the node or the resolver does not answer, and for names that are kept off the chain.
 */
export async function readNamedAddress(
  client: Client,
  universalResolverAddress: Address,
  typed: string,
): Promise<NameRead> {
  const name = spelled(typed);
  if (name === null) return { problem: 'spelling' };
  const address = await getEnsAddress(client, { name, universalResolverAddress, gatewayUrls });
  return address === null || address === zeroAddress ? { problem: 'nobody' } : { name, address };
}

/**
 * The name that an address has chosen for itself, which stands for that address in turn (ENSIP-3, ENSIP-19); null where
 * it has none, or one that is not spelled as ENSIP-15 wants and so may pass for another.
 * @throws where the node or the resolver does not answer.
 */
export async function readPrimaryName(
  client: Client,
  universalResolverAddress: Address,
  address: Address,
): Promise<string | null> {
  const name = await getEnsName(client, { address, universalResolverAddress, gatewayUrls });
  return name !== null && spelled(name) === name ? name : null;
}
