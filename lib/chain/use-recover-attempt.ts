import { useEffect } from 'react';
import type { Hash } from 'viem';
import { type Config, useConfig } from 'wagmi';
import { getContractEvents } from 'wagmi/actions';
import { ATTEMPT_KEPT_MS, ATTEMPT_POLL_MS } from '@/lib/wallet-constants';
import { pledgeAbi } from './abi/pledge';
import { presaleAbi } from './abi/presale';
import { vaultAbi } from './abi/vault';
import { type Attempt, endAttempt } from './attempts';
import { findPayments } from './find-payments';
import { findSwaps } from './swap/find-swaps';
import { addToLedger, useLedger } from './transaction-ledger';

/** The amounts the contract says it took in from an account, or sent on its word, and in which transactions. */
async function readMoves(
  config: Config,
  { kind, chainId, contract, account, recipient, fromBlock }: Attempt,
) {
  const log = { chainId, address: contract, fromBlock: BigInt(fromBlock) };
  const args = { owner: account };
  if (kind === 'contribute')
    return getContractEvents(config, { ...log, abi: presaleAbi, eventName: 'Contributed', args });
  if (kind === 'pledge')
    return getContractEvents(config, { ...log, abi: pledgeAbi, eventName: 'Pledged', args });
  if (kind === 'deposit')
    return getContractEvents(config, { ...log, abi: vaultAbi, eventName: 'Deposited', args });
  return getContractEvents(config, {
    ...log,
    abi: vaultAbi,
    eventName: 'Withdrawn',
    args: { ...args, to: recipient },
  });
}

/** The transactions that did what was asked, as the chain tells. @throws where it does not answer. */
async function findMoves(config: Config, attempt: Attempt): Promise<Hash[]> {
  if (attempt.kind === 'swap') return findSwaps(config, attempt);
  if (attempt.kind === 'send') return findPayments(config, attempt);
  const moves = await readMoves(config, attempt);
  return moves
    .filter(({ args }) => args.amount === BigInt(attempt.amountRaw))
    .map(({ transactionHash }) => transactionHash);
}

/** Looks for what was asked of a wallet that never told the hash, and writes it into the ledger. */
export function useRecoverAttempt(attempt: Attempt): void {
  const config = useConfig();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let current = true;
    const { id, contract: _contract, fromBlock: _from, createdAt, ...sent } = attempt;
    const look = async () => {
      // A node out of reach tells nothing: look again.
      const hashes = await findMoves(config, attempt).catch(() => []);
      if (!current) return;
      const known = new Set(useLedger.getState().entries.map(({ hash }) => hash));
      const hash = hashes.find((candidate) => !known.has(candidate));
      if (hash) addToLedger({ ...sent, hash });
      if (hash || Date.now() - createdAt > ATTEMPT_KEPT_MS) endAttempt(id);
      else timer = setTimeout(() => void look(), ATTEMPT_POLL_MS);
    };
    timer = setTimeout(() => void look(), ATTEMPT_POLL_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [attempt, config]);
}
