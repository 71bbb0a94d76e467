import { type Address, erc20Abi, type Hash, parseAbi } from 'viem';
import type { Config } from 'wagmi';
import { readContract, simulateContract, waitForTransactionReceipt } from 'wagmi/actions';
import { isRevert, OtherChainError } from '@/lib/evm/errors';
import { isBatchRefusal, isUpgradeRefusal } from '@/lib/evm/wallet-errors';
import { TRANSACTION_DROPPED_AFTER_MS } from '@/lib/wallet-constants';
import type { LedgerEntry, TransactionIntent } from './ledger-entry';
import { readPermit, signPermit } from './permit';
import { sendBatch } from './send-batch';
import { sendCall, switchTo } from './send-call';
import { findWrongChain } from './transaction-end';
import { useLedger } from './transaction-ledger';
import type { AnyCall, ContractCall, Spending, TransactionPlan, TransactionStep } from './transaction-plan';

/** Declared without a return value, because some tokens' `approve` function returns nothing. */
const approveAbi = parseAbi(['function approve(address spender, uint256 amount)']);

type Order = Omit<TransactionPlan<AnyCall>, 'spending'> & { spending: Spending; account: Address };

/** Returns whether an entry is this order's approval and is still pending, for example after a reload. */
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

/**
 * Returns whether a token rejects an approval. Some tokens (such as USDT on Ethereum) do so while an earlier approval
 * exists.
 * @throws if the RPC request fails.
 */
async function isRefused(
  config: Config,
  { account, chainId, call }: Pick<Order, 'account' | 'chainId'> & { call: ContractCall },
): Promise<boolean> {
  try {
    await simulateContract(config, { ...call, chainId, account });
    return false;
  } catch (error) {
    if (!isRevert(error)) throw error;
    return true;
  }
}

type OnStep = (step: TransactionStep) => void;

async function confirmed(config: Config, chainId: number, hash: Hash, onStep: OnStep): Promise<void> {
  onStep('approving');
  if ((await findWrongChain(config, chainId, hash)) !== null) throw new OtherChainError();
  const timeout = TRANSACTION_DROPPED_AFTER_MS;
  await waitForTransactionReceipt(config, { chainId, hash, pollingInterval: 1_000, timeout });
}

/** Reads the spender's allowance in base units. @throws if the RPC request fails. */
const currentAllowance = (config: Config, { account, chainId, call, spending }: Order): Promise<bigint> =>
  readContract(config, {
    chainId,
    address: spending.token,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [account, call.address],
  });

/**
 * Reads the spender's allowance in base units, after any pending approval has confirmed. @throws if the RPC
 * request fails.
 */
async function readAllowance(config: Config, order: Order, onStep: OnStep): Promise<bigint> {
  const { chainId } = order;
  const pending = useLedger.getState().entries.find((entry) => isPendingApproval(entry, order));
  if (pending?.hash) await confirmed(config, chainId, pending.hash, onStep);
  return currentAllowance(config, order);
}

/**
 * Returns an approval for exactly the amount, preceded by a reset of the existing one if the token requires it.
 * @throws if the RPC request fails.
 */
async function planApprovals(config: Config, order: Order, allowance: bigint) {
  const { account, chainId, call, spending } = order;
  const { token, amount } = spending;
  const spender = call.address;
  const intent: TransactionIntent = { ...order.intent, kind: 'approve', spender, purpose: order.intent.kind };
  const approve = (value: bigint) => ({
    account,
    chainId,
    call: { address: token, abi: approveAbi, functionName: 'approve', args: [spender, value] },
    intent: value === amount ? intent : { ...intent, amountRaw: value.toString() },
  });
  const approval = approve(amount);
  return allowance > 0n && (await isRefused(config, approval)) ? [approve(0n), approval] : [approval];
}

/**
 * Ensures that the called contract has a sufficient allowance. If it doesn't, requests an EIP-2612 permit, or sends an
 * approval for exactly the amount and waits until it is confirmed. Returns the call to send next.
 * @throws the chain's or wallet's error.
 */
export async function allowSpending(config: Config, order: Order, onStep: OnStep): Promise<AnyCall> {
  const { account, chainId, call, spending } = order;
  const { token, amount, permitted } = spending;
  const spender = call.address;
  const allowance = await readAllowance(config, order, onStep);
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
  const approvals = await planApprovals(config, order, allowance);
  for (const approval of approvals) {
    const isReset = approval !== approvals.at(-1);
    const sent = await sendCall(config, approval, (step) =>
      onStep(isReset && step === 'approve' ? 'reset' : step),
    );
    await confirmed(config, chainId, sent, onStep);
  }
  return call;
}

/** A request that the wallet shows to the user. See TransactionStep. */
export type Prompt = Extract<TransactionStep, 'permit' | 'reset' | 'approve' | 'signing' | 'both'>;

/**
 * Returns the requests that the wallet will show for an order, in order, if nothing changes before it is sent.
 * @throws if an RPC request fails.
 */
export async function plannedPrompts(
  config: Config,
  order: Order,
  isBatched: boolean,
): Promise<readonly Prompt[]> {
  const { account, chainId, call, spending } = order;
  const { token, amount, permitted } = spending;
  const allowance = await currentAllowance(config, order);
  if (allowance >= amount) return ['signing'];
  if (isBatched) return ['both'];
  const request = { chainId, token, owner: account, spender: call.address, value: amount };
  if (permitted && (await readPermit(config, request))) return ['permit', 'signing'];
  const approvals = await planApprovals(config, order, allowance);
  return approvals.length > 1 ? ['reset', 'approve', 'signing'] : ['approve', 'signing'];
}

/** Functions to check whether the wallet supports batches, and to record that it doesn't. */
export type Batching = { isOffered: () => Promise<boolean>; giveUp: () => void };

async function sendTogether(
  config: Config,
  order: Order,
  onStep: (step: TransactionStep) => void,
): Promise<Hash | null> {
  const allowance = await readAllowance(config, order, onStep);
  if (allowance >= order.spending.amount) return null;
  const approvals = await planApprovals(config, order, allowance);
  return sendBatch(config, { ...order, approvals: approvals.map(({ call }) => call) }, onStep);
}

/**
 * Sends a call that spends a token: in a batch with its approval if the wallet supports it, otherwise after the
 * approval.
 * @throws the chain's or wallet's error, or MaybeSentError if the transaction may have been sent.
 */
export async function sendSpending(
  config: Config,
  order: Order,
  { isOffered, giveUp }: Batching,
  onStep: (step: TransactionStep) => void,
): Promise<Hash> {
  if (await isOffered()) {
    try {
      const sent = await sendTogether(config, order, onStep);
      if (sent) return sent;
    } catch (error) {
      if (!isBatchRefusal(error)) throw error;
      giveUp();
      // Declining the account upgrade counts as a rejection. The next attempt uses separate requests.
      if (isUpgradeRefusal(error)) throw error;
      onStep('checking');
    }
  }
  const call = await allowSpending(config, order, onStep);
  return sendCall(config, { ...order, call }, onStep);
}
