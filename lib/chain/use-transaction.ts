import { useCallback, useState } from 'react';
import type { Abi, Address, Hash } from 'viem';
import { useConfig } from 'wagmi';
import { getConnection, simulateContract, switchChain, writeContract } from 'wagmi/actions';
import { type ChainErrorCode, chainErrorCode } from './errors';
import { addToLedger, type LedgerEntry } from './transaction-ledger';

export type TransactionRequest = {
  chainId: number;
  address: Address;
  abi: Abi;
  functionName: string;
  args: readonly unknown[];
  /** wei */
  value?: bigint;
};

/** What the user means by a transaction, kept beside its hash in the ledger. */
export type TransactionIntent = Pick<LedgerEntry, 'kind' | 'coinId' | 'amountRaw' | 'decimals' | 'symbol'>;

export type SendState =
  | { status: 'idle' }
  | { status: 'simulating' }
  | { status: 'signing' }
  | { status: 'sent'; hash: Hash }
  | { status: 'failed'; code: ChainErrorCode };

/**
 * The one way to send a transaction: right chain (EIP-3326), simulate, sign, write down. What becomes of it then is
 * the ledger's to tell, so that a reload changes nothing.
 */
export function useTransaction() {
  const config = useConfig();
  const [state, setState] = useState<SendState>({ status: 'idle' });

  const send = useCallback(
    async ({ chainId, ...request }: TransactionRequest, intent: TransactionIntent): Promise<Hash | null> => {
      try {
        setState({ status: 'simulating' });
        const connection = getConnection(config);
        if (connection.chainId !== chainId) await switchChain(config, { chainId });
        const simulation = await simulateContract(config, {
          ...request,
          chainId,
          account: connection.address,
        });
        setState({ status: 'signing' });
        const hash = await writeContract(config, simulation.request);
        if (connection.address) addToLedger({ ...intent, chainId, hash, account: connection.address });
        setState({ status: 'sent', hash });
        return hash;
      } catch (error) {
        setState({ status: 'failed', code: chainErrorCode(error) });
        return null;
      }
    },
    [config],
  );

  const reset = useCallback(() => setState({ status: 'idle' }), []);
  return { state, send, reset };
}
