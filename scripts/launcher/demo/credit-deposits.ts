import { Client } from 'pg';
import type { Hex, LocalAccount } from 'viem';
import { z } from 'zod';
import { loginResult, nonceResult } from '@/lib/api/schemas/user';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { signInMessage } from '@/lib/session/sign-in-message';
import { anvilClient, demoAccount } from '../chains/anvil-client';
import { demoNumbers } from '../chains/demo-accounts';
import type { LocalContracts } from '../chains/platform-contracts';

const TIMEOUT_MS = 20_000;
const envelope = z.object({ code: z.literal(200), data: z.unknown() });

/** A running site with its first local chain. */
export interface DemoSite {
  url: string;
  /** Canonical origin, which the API requires. */
  origin: string;
  databaseUrl: string;
  chain: { id: number; name: string; rpcUrl: string; contracts: Pick<LocalContracts, 'vault'> };
}

async function post(
  { url, origin }: DemoSite,
  path: string,
  body: Record<string, string>,
  token?: string,
): Promise<unknown> {
  const response = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { Origin: origin, ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    body: new URLSearchParams(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const answer = envelope.safeParse(await response.json());
  if (!answer.success) throw new Error(`POST ${path} answers ${response.status}`);
  return answer.data.data;
}

/** Signs in as an account of the demo wallet, requests verification of its deposit, and signs out. */
async function credit(site: DemoSite, account: LocalAccount, txHash: Hex): Promise<void> {
  const chainId = site.chain.id;
  const given = await post(site, '/user/generateNonce', {
    address: account.address,
    chainId: String(chainId),
  });
  const message = signInMessage(nonceResult.parse(given), { address: account.address, chainId });
  const signature = await account.signMessage({ message });
  const { token } = loginResult.parse(await post(site, '/user/login', { message, signature }));
  await post(site, '/deposit/verifyTx', { chainId: String(chainId), txHash }, token);
  await post(site, '/user/logout', {}, token);
}

/**
 * Requests verification of each demo account's first deposit, as the account's owner would, so that the site's records
 * match the vault. Skips deposits that are already recorded.
 * @throws if an API call fails.
 */
export async function creditDeposits(site: DemoSite): Promise<void> {
  const client = anvilClient(site.chain);
  const deposits = await client.getContractEvents({
    address: site.chain.contracts.vault,
    abi: vaultAbi,
    eventName: 'Deposited',
    args: { owner: demoNumbers.map((number) => demoAccount(number).address) },
    fromBlock: 0n,
    strict: true,
  });
  const database = new Client({ connectionString: site.databaseUrl });
  await database.connect();
  try {
    for (const number of demoNumbers) {
      const account = demoAccount(number);
      const first = deposits.find(({ args }) => args.owner === account.address);
      if (!first) continue;
      const known = await database.query('select 1 from transactions where tx_hash = $1', [
        first.transactionHash,
      ]);
      if (known.rowCount === 0) await credit(site, account, first.transactionHash);
    }
  } finally {
    await database.end();
  }
}
