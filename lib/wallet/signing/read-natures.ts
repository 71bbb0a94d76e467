import type { Address, Client } from 'viem';
import { getCode } from 'viem/actions';
import type { SpenderNature } from '@/lib/wallet/approvals/approval';
import { isContractCode } from '@/lib/wallet/contacts/recipient';

/** So many addresses of one request are looked at. */
const ADDRESSES = 24;

async function natureOf(client: Client, address: Address): Promise<SpenderNature> {
  try {
    return isContractCode(await getCode(client, { address })) ? 'contract' : 'account';
  } catch {
    // A node that says nothing leaves it open, and the reader is told so.
    return 'unknown';
  }
}

/** What stands at the addresses, as the chain says; unknown where its node does not. */
export async function readNatures(
  client: Client,
  addresses: readonly Address[],
): Promise<Map<Address, SpenderNature>> {
  const natures = await Promise.all(
    addresses.map(async (address, index) =>
      index < ADDRESSES ? natureOf(client, address) : ('unknown' as const),
    ),
  );
  return new Map(addresses.map((address, index) => [address, natures[index] ?? 'unknown']));
}
