import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Options } from 'autocannon';
import { createWalletClient, type Hex, parseEther, publicActions } from 'viem';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { chainsFileSchema } from '@/lib/evm/chains-file';
import { anvilClient, anvilHttp } from '@/scripts/launcher/chains/anvil-client';
import { inTurn } from '../rounds';
import { BENCH_DATA_DIR, printTable } from '../served-site';
import { signIn, userAccount, warmUp } from '../sign-in-requests';
import { CHAIN_ID, note, type Plan, roundsOf } from './plan';

const READS = ['/user/info', '/article/unreadCount', '/wallet/activity'];

/** A started site: its origin, and the checkout whose data it has. */
export type Site = { origin: string; root: string };

/** Deposits into the vault of a site's own chain from the account that signs in. Returns the hash once it is mined and final. */
async function deposit(root: string): Promise<Hex> {
  const file = path.join(root, BENCH_DATA_DIR, 'chains.json');
  const { chains } = chainsFileSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  const found = chains.find(({ id }) => id === CHAIN_ID);
  const vault = found?.contracts.vault_contract;
  if (!found || !vault) throw new Error(`${file} has no vault on chain ${CHAIN_ID}`);
  const chain = anvilClient(found);
  const account = userAccount();
  await chain.setBalance({ address: account.address, value: parseEther('10') });
  const sender = createWalletClient({
    account,
    chain: chain.chain,
    transport: anvilHttp(found.rpcUrl),
  }).extend(publicActions);
  const call = { address: vault, abi: vaultAbi, functionName: 'depositNative' } as const;
  const hash = await sender.writeContract({ ...call, value: 1n });
  await sender.waitForTransactionReceipt({ hash });
  if (typeof found.confirmations === 'number') await chain.mine({ blocks: found.confirmations });
  return hash;
}

/** Returns a signed-in call's requests for autocannon: a read, or the verification of a deposit that is credited already. */
async function targetsOf({ origin, root }: Site): Promise<Map<string, Options>> {
  const token = await signIn(origin, CHAIN_ID);
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' };
  const form = { ...headers, origin, 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams({ chainId: String(CHAIN_ID), txHash: await deposit(root) }).toString();
  const verification = {
    url: `${origin}/api/deposit/verifyTx`,
    method: 'POST' as const,
    headers: form,
    body,
  };
  // Credits the deposit, so that what is measured are repeats.
  const { ok, status } = await fetch(verification.url, verification);
  if (!ok) throw new Error(`${origin}: the deposit was not credited, but refused with ${status}`);
  const targets = new Map<string, Options>([['/deposit/verifyTx, repeated', verification]]);
  for (const call of READS) targets.set(call, { url: `${origin}/api${call}`, headers });
  return targets;
}

/** Benchmarks signed-in calls against those of another checkout. */
export async function compareSignedIn(own: Site, other: Site, plan: Plan): Promise<void> {
  const [theirs, ours] = [await targetsOf(other), await targetsOf(own)];
  const rows: string[][] = [];
  for (const [call, target] of ours) {
    const targets = [theirs.get(call) ?? target, target];
    for (const each of targets) await warmUp(each);
    const [base, load] = await inTurn(targets, roundsOf(plan, 16));
    if (!base || !load) throw new Error('nothing was measured');
    const p99s = [base, load].map(({ p99 }) => p99.toFixed(1));
    rows.push([call, '16', base.rate.toFixed(0), load.rate.toFixed(0), load.ratio.toFixed(2), ...p99s]);
  }
  console.log(`\nSigned-in calls (${note(plan)}):\n`);
  const head = ['call', 'connections', 'other checkout/s', 'requests/s', 'ratio', 'other p99 ms', 'p99 ms'];
  printTable(head, rows);
}
