import { useCallback, useState } from 'react';
import { type Address, erc20Abi, type Hash, parseAbi } from 'viem';
import { useConfig, useConnection } from 'wagmi';
import { readContract, switchChain, waitForTransactionReceipt } from 'wagmi/actions';
import { vaultAbi } from '@/lib/chain/abi/vault';
import { type ChainErrorCode, chainErrorCode } from '@/lib/chain/errors';
import type { LedgerEntry, TransactionIntent } from '@/lib/chain/ledger-entry';
import { NATIVE_TOKEN } from '@/lib/chain/native-token';
import { useLedger } from '@/lib/chain/transaction-ledger';
import { useTransaction } from '@/lib/chain/use-transaction';
import { TRANSACTION_DROPPED_AFTER_MS } from '@/lib/constants';
import { readPermit, signPermit } from './permit';

/** Some tokens' approve gives no answer, so none is expected. */
const approveAbi = parseAbi(['function approve(address spender, uint256 amount)']);

/** An approval sent before a reload: it is waited for, not asked for again. */
function isPendingApproval(
  entry: LedgerEntry,
  spending: Pick<LedgerEntry, 'account' | 'chainId' | 'symbol'>,
) {
  const { kind, status, account, chainId, symbol } = entry;
  const { account: owner, chainId: chain, symbol: token } = spending;
  return (
    kind === 'approve' && status === 'pending' && account === owner && chainId === chain && symbol === token
  );
}

export type DepositOrder = {
  chainId: number;
  vault: Address;
  token: Address;
  /** base units */
  amount: bigint;
  coinId: number;
  decimals: number;
  symbol: string;
};

export type DepositStep = 'idle' | 'checking' | 'permit' | 'approve' | 'approving' | 'deposit';

/** Deposits into the vault: exact approval or EIP-2612 permit where needed, then the deposit itself. */
export function useDeposit() {
  const config = useConfig();
  const { address: owner, chainId: walletChainId } = useConnection();
  const { state, send, reset } = useTransaction();
  const [step, setStep] = useState<DepositStep>('idle');
  const [problem, setProblem] = useState<ChainErrorCode | null>(null);

  const run = useCallback(
    async (order: DepositOrder, account: Address): Promise<Hash | null> => {
      const { chainId, vault, token, amount } = order;
      const intent: TransactionIntent = {
        kind: 'deposit',
        coinId: order.coinId,
        amountRaw: amount.toString(),
        decimals: order.decimals,
        symbol: order.symbol,
      };
      const deposit = (functionName: string, args: readonly unknown[], value?: bigint) => {
        setStep('deposit');
        return send(
          { chainId, address: vault, abi: vaultAbi, functionName, args, ...(value ? { value } : {}) },
          intent,
        );
      };
      if (token === NATIVE_TOKEN) return deposit('depositNative', [], amount);

      const approved = async (hash: Hash) => {
        setStep('approving');
        const timeout = TRANSACTION_DROPPED_AFTER_MS;
        await waitForTransactionReceipt(config, { chainId, hash, pollingInterval: 1_000, timeout });
      };
      const spending = { account, chainId, symbol: order.symbol };
      const pending = useLedger.getState().entries.find((entry) => isPendingApproval(entry, spending));
      if (pending) await approved(pending.hash);

      const allowance = await readContract(config, {
        chainId,
        address: token,
        abi: erc20Abi,
        functionName: 'allowance',
        args: [account, vault],
      });
      if (allowance >= amount) return deposit('deposit', [token, amount]);

      if (walletChainId !== chainId) await switchChain(config, { chainId });
      const request = { chainId, token, owner: account, spender: vault, value: amount };
      const permit = await readPermit(config, request);
      if (permit) {
        setStep('permit');
        const { deadline, v, r, s } = await signPermit(config, permit, request);
        return deposit('depositWithPermit', [token, amount, deadline, v, r, s]);
      }

      setStep('approve');
      const approval = {
        chainId,
        address: token,
        abi: approveAbi,
        functionName: 'approve',
        args: [vault, amount],
      };
      const hash = await send(approval, { ...intent, kind: 'approve' });
      if (!hash) return null;
      await approved(hash);
      return deposit('deposit', [token, amount]);
    },
    [config, walletChainId, send],
  );

  const start = useCallback(
    async (order: DepositOrder): Promise<Hash | null> => {
      if (!owner) return null;
      reset();
      setProblem(null);
      setStep('checking');
      try {
        return await run(order, owner);
      } catch (error) {
        setProblem(chainErrorCode(error));
        return null;
      } finally {
        setStep('idle');
      }
    },
    [owner, reset, run],
  );

  return { step, problem: state.status === 'failed' ? state.code : problem, start };
}
