import { useEffect } from 'react';
import { useConfig } from 'wagmi';
import { getContractEvents } from 'wagmi/actions';
import { ATTEMPT_KEPT_MS, ATTEMPT_POLL_MS } from '@/lib/constants';
import { vaultAbi } from './abi/vault';
import { type DepositAttempt, endAttempt } from './deposit-attempts';
import { addToLedger, useLedger } from './transaction-ledger';

/** Looks for the vault's event of a deposit whose hash the wallet never told, and writes it into the ledger. */
export function useRecoverDeposit(attempt: DepositAttempt): void {
  const config = useConfig();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let current = true;
    const { id, chainId, account, vault, fromBlock, createdAt, ...intent } = attempt;
    const look = async () => {
      const events = await getContractEvents(config, {
        chainId,
        address: vault,
        abi: vaultAbi,
        eventName: 'Deposited',
        args: { owner: account },
        fromBlock: BigInt(fromBlock),
        // A node out of reach tells nothing: look again.
      }).catch(() => []);
      if (!current) return;
      const known = new Set(useLedger.getState().entries.map(({ hash }) => hash));
      const found = events.find(
        ({ args, transactionHash }) =>
          args.amount === BigInt(intent.amountRaw) && !known.has(transactionHash),
      );
      if (found) addToLedger({ ...intent, chainId, account, hash: found.transactionHash });
      if (found || Date.now() - createdAt > ATTEMPT_KEPT_MS) endAttempt(id);
      else timer = setTimeout(() => void look(), ATTEMPT_POLL_MS);
    };
    timer = setTimeout(() => void look(), ATTEMPT_POLL_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [attempt, config]);
}
