import { erc20Abi, type Hash, parseAbi } from 'viem';
import type { Config } from 'wagmi';
import { readContract, simulateContract } from 'wagmi/actions';
import { pause } from '@/lib/browser/pause';
import { isRevert, MaybeSentError, OtherChainError } from '@/lib/evm/errors';
import { isUnanswered } from '@/lib/evm/node-transport';
import { switchWalletChain } from '@/lib/wallet/networks/switch-chain';
import type { TransactionIntent } from './ledger-entry';
import { PermitUnsupportedError, readPermit, signPermit } from './permit';
import { sendCall } from './send-call';
import { ShortcutError, type Shortcuts } from './shortcuts';
import { findEntry, useLedger } from './transaction-ledger';
import type { AnyCall, ContractCall, OrderRun, SpendingOrder, TransactionStep } from './transaction-plan';

/** How long an order waits for its approval to be confirmed, before the user must act. */
const APPROVAL_WAIT_MS = 120_000;

/** Declared without a return value, because some tokens' `approve` function returns nothing. */
const approveAbi = parseAbi(['function approve(address spender, uint256 amount)']);

/** Thrown if an approval doesn't lead to the needed allowance. `code` says what the chain shows of it. */
export class ApprovalError extends Error {
  override name = 'ApprovalError';
  constructor(readonly code: 'approvalPending' | 'approvalFailed' | 'approvalLowered') {
    super(code);
  }
}

/**
 * Returns whether a token rejects an approval. Some tokens (such as USDT on Ethereum) do so while an earlier approval
 * exists.
 * @throws if the RPC request fails.
 */
async function isRefused(
  config: Config,
  { account, chainId, call }: Pick<SpendingOrder, 'account' | 'chainId'> & { call: ContractCall },
): Promise<boolean> {
  try {
    await simulateContract(config, { ...call, chainId, account });
    return false;
  } catch (error) {
    if (isUnanswered(error) || !isRevert(error)) throw error;
    return true;
  }
}

/** Reads the spender's allowance in base units. @throws if the RPC request fails. */
export const readAllowance = (
  config: Config,
  { account, chainId, call, spending }: SpendingOrder,
): Promise<bigint> =>
  readContract(config, {
    chainId,
    address: spending.token,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [account, call.address],
  });

const POLL_MS = 1_000;

/**
 * Waits until the allowance is as wanted, whatever transaction the wallet sent for it, or until the approval has failed or
 * confirmed without that. Returns null, or how it ended.
 * @throws ApprovalError if the approval isn't confirmed in time.
 */
async function awaitAllowance(
  config: Config,
  order: SpendingOrder,
  id: Hash,
  isWanted: (allowance: bigint) => boolean,
  { signal, onStep }: OrderRun,
): Promise<'approvalFailed' | 'approvalLowered' | null> {
  onStep('approving');
  const until = Date.now() + APPROVAL_WAIT_MS;
  for (;;) {
    signal.throwIfAborted();
    const status = findEntry(id)?.status;
    // Read after the status: a confirmed approval shows in every later read.
    if (isWanted(await readAllowance(config, order))) return null;
    if (findEntry(id)?.requestedChainId !== undefined) throw new OtherChainError();
    if (status === 'failed') return 'approvalFailed';
    if (status === 'confirmed') return 'approvalLowered';
    if (Date.now() > until) throw new ApprovalError('approvalPending');
    await pause(POLL_MS, signal);
  }
}

/** Returns an approval of the same token and contract that is still pending. */
const pendingApproval = ({ account, chainId, call, spending }: SpendingOrder) =>
  useLedger
    .getState()
    .entries.find(
      (entry) =>
        entry.kind === 'approve' &&
        entry.status === 'pending' &&
        entry.account === account &&
        entry.chainId === chainId &&
        entry.spender === call.address &&
        entry.request.to === spending.token &&
        entry.hash !== null,
    );

/**
 * Returns an approval for exactly the amount, preceded by a reset of the existing one if the token requires it.
 * @throws if the RPC request fails.
 */
export async function planApprovals(config: Config, order: SpendingOrder, allowance: bigint) {
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

/** Sends an approval. One that may have been sent counts, because its allowance decides. Returns its ledger ID. */
async function sendApproval(...sending: Parameters<typeof sendCall>): Promise<Hash> {
  try {
    return (await sendCall(...sending)).id;
  } catch (error) {
    if (error instanceof MaybeSentError) return error.id;
    throw error;
  }
}

/** Reads an EIP-2612 permit for the order, or null if its token, contract, account, or wallet has none. */
export async function permitOf(
  config: Config,
  { account, chainId, call, spending }: SpendingOrder,
  { canPermit }: Shortcuts,
) {
  const { token, amount, permitted } = spending;
  if (!permitted || !canPermit()) return null;
  const request = { chainId, token, owner: account, spender: call.address, value: amount };
  const permit = await readPermit(config, request);
  return permit && { permitted, permit, request };
}

/**
 * Ensures that the called contract has a sufficient allowance. If it doesn't, requests an EIP-2612 permit, or sends an
 * approval for exactly the amount and waits until it is confirmed. Returns the call to send next.
 * @throws the chain's or wallet's error, ApprovalError, or ShortcutError.
 */
export async function allowSpending(
  config: Config,
  order: SpendingOrder,
  shortcuts: Shortcuts,
  run: OrderRun,
): Promise<AnyCall> {
  const { chainId, call, spending } = order;
  const { amount } = spending;
  const isEnough = (allowance: bigint) => allowance >= amount;
  const pending = pendingApproval(order);
  // It may have been for another amount. However it ends, the allowance decides.
  if (pending) await awaitAllowance(config, order, pending.id, isEnough, run);
  const allowance = await readAllowance(config, order);
  if (isEnough(allowance)) return call;

  const permit = await permitOf(config, order, shortcuts);
  if (permit) {
    await switchWalletChain(config, chainId, run.signal);
    try {
      return permit.permitted(await signPermit(config, permit.permit, permit.request, run));
    } catch (cause) {
      if (!(cause instanceof PermitUnsupportedError)) throw cause;
      shortcuts.giveUp('permit');
      throw new ShortcutError('permitUnsupported', { cause });
    }
  }
  for (const approval of await planApprovals(config, order, allowance)) {
    const isReset = approval.intent.amountRaw === '0';
    const onStep = (step: TransactionStep) => run.onStep(isReset && step === 'approve' ? 'reset' : step);
    const id = await sendApproval(config, approval, { ...run, onStep });
    const ended = await awaitAllowance(config, order, id, isReset ? (left) => left === 0n : isEnough, run);
    if (ended) throw new ApprovalError(ended);
  }
  return call;
}
