import { useCallback, useState } from 'react';
import type { Abi, Address, Hash } from 'viem';
import { useConfig } from 'wagmi';
import { getBlockNumber, getConnection, simulateContract, switchChain, writeContract } from 'wagmi/actions';
import { beginAttempt, endAttempt } from './deposit-attempts';
import { type ChainErrorCode, chainErrorCode } from './errors';
import type { TransactionIntent } from './ledger-entry';
import { addToLedger } from './transaction-ledger';

export type TransactionRequest = {
  chainId: number;
  address: Address;
  abi: Abi;
  functionName: string;
  args: readonly unknown[];
  /** wei */
  value?: bigint;
};

export type SendState =
  | { status: 'idle' }
  | { status: 'simulating' }
  | { status: 'signing' }
  | { status: 'sent'; hash: Hash }
  | { status: 'failed'; code: ChainErrorCode };

/** Once a wallet was asked, only its refusal proves that nothing was sent. */
function signingErrorCode(error: unknown): ChainErrorCode {
  const code = chainErrorCode(error);
  return code === 'unknown' || code === 'nodeUnreachable' ? 'maybeSent' : code;
}

/**
 * The one way to send a transaction: right chain (EIP-3326), simulate, sign, write down. What becomes of it then is
 * the ledger's to tell, so that a reload changes nothing.
 */
export function useTransaction() {
  const config = useConfig();
  const [state, setState] = useState<SendState>({ status: 'idle' });

  const send = useCallback(
    async ({ chainId, ...request }: TransactionRequest, intent: TransactionIntent): Promise<Hash | null> => {
      let attempt: string | null = null;
      try {
        setState({ status: 'simulating' });
        const { address: account, chainId: walletChainId } = getConnection(config);
        if (!account) throw new Error('no wallet is connected');
        if (walletChainId !== chainId) await switchChain(config, { chainId });
        const [simulation, block] = await Promise.all([
          simulateContract(config, { ...request, chainId, account }),
          getBlockNumber(config, { chainId }),
        ]);
        setState({ status: 'signing' });
        if (intent.kind === 'deposit') {
          const vault = request.address;
          attempt = beginAttempt({ ...intent, chainId, account, vault, fromBlock: block.toString() });
        }
        const hash = await writeContract(config, simulation.request);
        addToLedger({ ...intent, chainId, hash, account });
        if (attempt) endAttempt(attempt);
        setState({ status: 'sent', hash });
        return hash;
      } catch (error) {
        const code = attempt ? signingErrorCode(error) : chainErrorCode(error);
        if (attempt && code !== 'maybeSent') endAttempt(attempt);
        setState({ status: 'failed', code });
        return null;
      }
    },
    [config],
  );

  const reset = useCallback(() => setState({ status: 'idle' }), []);
  return { state, send, reset };
}
