import { type Address, erc20Abi, parseAbi } from 'viem';
import type { Config } from 'wagmi';
import { readContract, simulateContract, waitForTransactionReceipt } from 'wagmi/actions';
import { TRANSACTION_DROPPED_AFTER_MS } from '@/lib/wallet-constants';
import { isRefusal } from './errors';
import type { LedgerEntry, TransactionIntent } from './ledger-entry';
import { isUnanswered } from './node-transport';
import { readPermit, signPermit } from './permit';
import { sendCall, switchTo } from './send-call';
import { useLedger } from './transaction-ledger';
import type { AnyCall, ContractCall, Spending, TransactionPlan, TransactionStep } from './transaction-plan';

/** Some tokens' approve gives no answer, so none is expected. */
const approveAbi = parseAbi(['function approve(address spender, uint256 amount)']);

type Order = Omit<TransactionPlan<AnyCall>, 'spending'> & { spending: Spending; account: Address };

/** An approval sent before a reload: it is waited for, not asked for again. */
function isPendingApproval(entry: LedgerEntry, { account, chainId, call, intent }: Order): boolean {
  return (
    entry.kind === 'approve' &&
    entry.status === 'pending' &&
    entry.account === account &&
    entry.chainId === chainId &&
    entry.symbol === intent.symbol &&
    entry.spender === call.address
  );
}

/** Whether a token refuses an approval, as some do while there is an older one (USDT on Ethereum). @throws what a node says. */
async function isRefused(
  config: Config,
  { account, chainId, call }: Pick<Order, 'account' | 'chainId'> & { call: ContractCall },
): Promise<boolean> {
  try {
    await simulateContract(config, { ...call, chainId, account });
    return false;
  } catch (error) {
    if (isUnanswered(error) || !isRefusal(error)) throw error;
    return true;
  }
}

/**
 * Sees to it that the called contract may take exactly the amount: by an allowance that is there, by EIP-2612 permit, or
 * by approval, which is waited for; an older approval is taken back first where the token wants that. Gives the call to make then.
 * @throws what the chain or the wallet says.
 */
export async function allowSpending(
  config: Config,
  order: Order,
  onStep: (step: TransactionStep) => void,
): Promise<AnyCall> {
  const { account, chainId, call, spending } = order;
  const { token, amount, permitted } = spending;
  const spender = call.address;
  const confirmed = async (hash: LedgerEntry['hash']) => {
    onStep('approving');
    const timeout = TRANSACTION_DROPPED_AFTER_MS;
    await waitForTransactionReceipt(config, { chainId, hash, pollingInterval: 1_000, timeout });
  };
  const pending = useLedger.getState().entries.find((entry) => isPendingApproval(entry, order));
  if (pending) await confirmed(pending.hash);

  const allowance = await readContract(config, {
    chainId,
    address: token,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [account, spender],
  });
  if (allowance >= amount) return call;

  if (permitted) {
    const request = { chainId, token, owner: account, spender, value: amount };
    const permit = await readPermit(config, request);
    if (permit) {
      await switchTo(config, chainId);
      onStep('permit');
      return permitted(await signPermit(config, permit, request));
    }
  }
  const approvalOf = (value: bigint): ContractCall => ({
    address: token,
    abi: approveAbi,
    functionName: 'approve',
    args: [spender, value],
  });
  const intent: TransactionIntent = { ...order.intent, kind: 'approve', spender };
  const approval = { account, chainId, call: approvalOf(amount), intent };
  if (allowance > 0n && (await isRefused(config, approval))) {
    const reset = { ...approval, call: approvalOf(0n), intent: { ...intent, amountRaw: '0' } };
    await confirmed(await sendCall(config, reset, (step) => onStep(step === 'approve' ? 'reset' : step)));
  }
  await confirmed(await sendCall(config, approval, onStep));
  return call;
}
