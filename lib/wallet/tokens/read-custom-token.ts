import type { Client } from 'viem';
import { type Address, erc20Abi } from 'viem';
import { getCode, readContract } from 'viem/actions';
import { isUnanswered } from '@/lib/evm/node-transport';
import { tokenText } from '@/lib/evm/token-text';
import { isContractCode } from '@/lib/wallet/contacts/recipient';
import type { CustomToken } from './custom-tokens';

const MOST = { symbol: 16, name: 48, decimals: 36 } as const;

/**
 * Reads a contract's ERC-20 metadata, with its texts shortened and without invisible characters; null if it is not an
 * ERC-20.
 * @throws if the RPC request fails.
 */
export async function readCustomToken(
  client: Client,
  chainId: number,
  address: Address,
): Promise<CustomToken | null> {
  const contract = { address, abi: erc20Abi } as const;
  if (!isContractCode(await getCode(client, { address }))) return null;
  try {
    const [symbol, name, decimals] = await Promise.all([
      readContract(client, { ...contract, functionName: 'symbol' }),
      readContract(client, { ...contract, functionName: 'name' }),
      readContract(client, { ...contract, functionName: 'decimals' }),
      readContract(client, { ...contract, functionName: 'balanceOf', args: [address] }),
    ]);
    const shown = tokenText(symbol, MOST.symbol);
    if (shown === '' || decimals > MOST.decimals) return null;
    return { chainId, address, symbol: shown, name: tokenText(name, MOST.name), decimals };
  } catch (error) {
    if (isUnanswered(error)) throw error;
    return null;
  }
}
