import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Address, type Hash, isHash } from 'viem';
import type { Config } from 'wagmi';
import { create } from 'zustand';
import { openDialog, useDialogs } from '@/lib/browser/dialogs';
import { chainErrorCode } from '@/lib/evm/errors';
import { type SendProblem, type SendResult, sendPlan } from '@/lib/wallet/transactions/send-plan';
import { findEntry, useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import type { AnyCall, TransactionPlan, TransactionStep } from '@/lib/wallet/transactions/transaction-plan';

/** Dialog forms that the sheet shows before the review. */
export const sheetForms = ['deposit', 'withdraw'] as const;
export type SheetForm = (typeof sheetForms)[number];

/** A transaction to review. Everything else in the sheet follows from the plan. */
export type SheetOrder = {
  account: Address;
  plan: TransactionPlan<AnyCall>;
  /** Rows and warnings that only the feature can show, such as the full recipient or the cost of an early exit. */
  details?: ReactNode;
  /** A cost that the user must accept by checking a box: the box's label, and the error if it isn't checked. */
  consent?: { label: string; missing: string };
  /** Returns the plan to send, or null if the user must accept changed terms first. Defaults to the reviewed plan. */
  prepare?: () => Promise<TransactionPlan<AnyCall> | null>;
  onSent?: (id: Hash) => void;
  /** Called by the Back button. Defaults to closing the sheet. */
  onBack?: () => void;
};

type Sheet = {
  /** Identifies the order. */
  id: number;
  order: SheetOrder | null;
  /** Ledger ID of the transaction, once it is sent. */
  entryId: Hash | null;
  step: TransactionStep;
  problem: SendProblem | null;
  /** Ledger IDs of the order's approvals, for which the wallet was asked. */
  approvals: readonly Hash[];
  /** Whether the wallet was asked for the order's own transaction. */
  isAsked: boolean;
  /** Number of finished attempts to send the order. */
  tries: number;
  /** Whether the user has seen the result of the sent transaction. */
  isSeen: boolean;
};

const idle: Omit<Sheet, 'id' | 'order'> = {
  ...{ entryId: null, step: 'idle', problem: null, approvals: [], isAsked: false, tries: 0, isSeen: false },
};

export const useSheet = create<Sheet>(() => ({ id: 0, order: null, ...idle }));

/** Opens the sheet with the review of an order. While the wallet asks for one of the same kind, shows that instead. */
export function openReview(order: SheetOrder): void {
  const { id, order: shown, step } = useSheet.getState();
  const isAsked = step !== 'idle' && shown?.plan.intent.kind === order.plan.intent.kind;
  if (!isAsked) useSheet.setState({ id: id + 1, order, ...idle });
  openDialog('transaction');
}

/** Opens the sheet with a sent transaction. */
export function openEntry(entryId: Hash): void {
  const { id, entryId: shown } = useSheet.getState();
  if (shown !== entryId) useSheet.setState({ id: id + 1, order: null, ...idle, entryId });
  openDialog('transaction');
}

/** Returns to the review of the sent order, to send it again. */
export function reviewAgain(): void {
  const { id, order } = useSheet.getState();
  useSheet.setState({ id: id + 1, order, ...idle });
}

/** Removes the error of the last attempt, which returns to the review. */
export function dismissProblem(): void {
  useSheet.setState({ problem: null });
}

/** Called when the user sees the result of the sent transaction. */
export function markSeen(): void {
  useSheet.setState({ isSeen: true });
}

/** Returns whether the sheet shows a sent transaction right now. */
export const isOnSheet = (entryId: Hash): boolean =>
  useDialogs.getState().open === 'transaction' && useSheet.getState().entryId === entryId;

/**
 * Returns a signal that aborts when the sheet closes, or shows something else. A sheet that never opened, as in an
 * automatic sequence, doesn't end the order.
 */
function untilClosed(id: number): { signal: AbortSignal; stop: () => void } {
  const ending = new AbortController();
  const end = () => ending.abort();
  const stops = [
    useDialogs.subscribe(
      ({ open }, before) => before.open === 'transaction' && open !== before.open && end(),
    ),
    useSheet.subscribe((sheet) => sheet.id !== id && end()),
  ];
  return {
    signal: ending.signal,
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}

/**
 * Sends the reviewed order. `named` are the earlier transactions that the user was told of. The order ends with its sheet:
 * nothing new is requested from the wallet then, and a request that is open there stays in the ledger.
 */
export async function sendOrder(
  config: Config,
  queries: QueryClient,
  named: readonly Hash[] = [],
): Promise<void> {
  const { id, order, step, tries } = useSheet.getState();
  if (!order || step !== 'idle') return;
  const update = (change: Partial<Sheet>) => {
    if (useSheet.getState().id === id) useSheet.setState(change);
  };
  const { signal, stop } = untilClosed(id);
  let asked: Hash | null = null;
  const onRecorded = (entryId: Hash) => {
    if (findEntry(entryId)?.kind === 'approve' && order.plan.intent.kind !== 'approve')
      update({ approvals: [...useSheet.getState().approvals, entryId] });
    else {
      asked = entryId;
      update({ isAsked: true });
    }
  };
  signal.addEventListener('abort', () => update({ step: 'idle', problem: null, entryId: asked }));
  update({ step: 'checking', problem: null, isAsked: false });
  const onStep = (next: TransactionStep) => {
    if (!signal.aborted) update({ step: next });
  };
  const send = async (): Promise<SendResult> => {
    try {
      const plan = order.prepare ? await order.prepare() : order.plan;
      return (
        plan && (await sendPlan(config, queries, order.account, plan, { signal, named, onStep, onRecorded }))
      );
    } catch (error) {
      return { problem: chainErrorCode(error) };
    }
  };
  const result = await send();
  stop();
  if (result === null) {
    update({ step: 'idle' });
    return;
  }
  if ('id' in result) {
    update({ step: 'idle', entryId: result.id });
    order.onSent?.(result.id);
  } else update({ step: 'idle', problem: result.problem, tries: tries + 1 });
}

const KEY = 'tidewell.sheet';

/**
 * Stores what is open in this tab: the sent transaction until the user has seen its result, or the form from which an
 * unsent order came.
 */
function storeSheet(): void {
  const { open } = useDialogs.getState();
  const { order, entryId, isSeen } = useSheet.getState();
  const shown = open === 'transaction' ? (entryId ?? order?.plan.intent.kind) : open;
  const isKept = sheetForms.some((form) => form === shown) || (shown === entryId && !isSeen);
  try {
    if (isKept && shown) sessionStorage.setItem(KEY, shown);
    else sessionStorage.removeItem(KEY);
  } catch {
    // Storage is unavailable, so nothing reopens after a reload.
  }
}

/** Reopens what was open before a reload. */
export function resumeSheet(): void {
  let stored: string | null = null;
  try {
    stored = sessionStorage.getItem(KEY);
  } catch {
    // Storage is unavailable, so nothing was open.
  }
  const form = sheetForms.find((known) => known === stored);
  if (form) openDialog(form);
  else if (stored !== null && isHash(stored) && useLedger.getState().entries.some(({ id }) => id === stored))
    openEntry(stored);
}

/** Keeps what is open stored until the returned function is called. */
export function watchSheet(): () => void {
  const stops = [useDialogs.subscribe(storeSheet), useSheet.subscribe(storeSheet)];
  return () => {
    for (const stop of stops) stop();
  };
}
