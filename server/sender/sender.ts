import { hexToBigInt, keccak256, type PrivateKeyAccount, toHex } from 'viem';
import { findChain } from '@/lib/server/chain/node';
import { closeDatabase } from '@/lib/server/db/database';
import { Leader } from '@/lib/server/db/leader';
import { type SenderRole, senderRoles } from '@/lib/server/db/sender-tables';
import { describeError, log } from '@/lib/server/log';
import { keepCrashesClean } from '@/lib/server/stop/crash';
import { serverEnv } from '@/lib/settings/env';
import { ChainSender } from './chain-sender';
import { keyName, readKeys } from './keys';

/**
 * Sends transactions on the operator's behalf in one role. The only process with keys: the site's server has none.
 * Several may run, and for each chain one is active, by an advisory lock.
 */
async function startSender(role: SenderRole): Promise<Leader[]> {
  const { SENDER_KEYS_DIR: dir, SENDER_KEYS: entries } = serverEnv();
  const keys = await readKeys(role, { dir, entries });
  if (keys.size === 0)
    throw new Error(`SENDER_KEYS_DIR and SENDER_KEYS have no key such as ${keyName(role, 1)}`);
  const leaders: Leader[] = [];
  for (const [chainId, account] of keys) leaders.push(await lead(role, chainId, account));
  for (const leader of leaders) leader.start();
  return leaders;
}

/** Returns the advisory lock of a role's sender on a chain, a signed number of 64 bits. */
const lockOf = (role: SenderRole, chainId: number): bigint =>
  BigInt.asIntN(64, hexToBigInt(keccak256(toHex(`tidewell sender ${role} ${chainId}`))));

async function lead(role: SenderRole, chainId: number, account: PrivateKeyAccount): Promise<Leader> {
  const chain = await findChain(chainId);
  return new Leader({
    lock: lockOf(role, chainId),
    work: `the ${role} of chain ${chainId}`,
    makeTask: (db, inTurn) => new ChainSender({ role, chain, account, db, inTurn }),
  });
}

function stopOnSignals(leaders: readonly Leader[]): void {
  const stop = async () => {
    await Promise.all(leaders.map((leader) => leader.stop()));
    await closeDatabase();
    log.info({}, 'stopped');
    process.exit(0);
  };
  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      stop().catch((error: unknown) => {
        log.error({ err: describeError(error) }, 'the stop failed');
        process.exit(1);
      });
    });
}

try {
  keepCrashesClean();
  const role = senderRoles.find((name) => name === process.argv[2]);
  if (!role) throw new Error(`usage: sender.ts ${senderRoles.join(' | ')}`);
  stopOnSignals(await startSender(role));
  log.info({ role }, 'the sender is running');
  process.send?.('ready');
} catch (error) {
  const { message, code, name } = describeError(error);
  process.stderr.write(`The sender cannot start: ${message || code || name}\n`);
  process.exit(1);
}
