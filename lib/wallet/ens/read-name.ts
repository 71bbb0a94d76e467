import { type Address, type Client, zeroAddress } from 'viem';
import { getEnsAddress, getEnsName, normalize } from 'viem/ens';

/** The resolved address and normalized name (ENSIP-15), or the reason that resolution failed. */
export type NameRead = { name: string; address: Address } | { problem: 'spelling' | 'nobody' };

/** Off-chain gateways (ERC-3668) are disabled, so that an ENS name can't make the page call arbitrary hosts. */
const gatewayUrls: string[] = [];

function spelled(name: string): string | null {
  try {
    return normalize(name);
  } catch {
    return null;
  }
}

/**
 * Returns the address of an ENS name (ENSIP-1, ENSIP-15).
 * @throws if the node or resolver fails, or if the name is resolved off chain.
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
 * Returns an address's primary name, which must resolve back to the address (ENSIP-3, ENSIP-19). Returns null if there
 * is none, or if it isn't normalized (ENSIP-15) and could imitate another name.
 * @throws if the node or resolver fails.
 */
export async function readPrimaryName(
  client: Client,
  universalResolverAddress: Address,
  address: Address,
): Promise<string | null> {
  const name = await getEnsName(client, { address, universalResolverAddress, gatewayUrls });
  return name !== null && spelled(name) === name ? name : null;
}
