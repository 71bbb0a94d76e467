import type { ReactNode } from 'react';
import type { Address, Hash } from 'viem';
import type { Config } from 'wagmi';
import { create } from 'zustand';
import { openDialog, useDialogs } from '@/lib/browser/dialogs';
import { type SignProblem, signTransfer } from '@/lib/wallet/free-transfers/sign-transfer';
import type { TransferOrder } from '@/lib/wallet/free-transfers/signed-transfer';
import type { TransactionIntent } from '@/lib/wallet/transactions/ledger-entry';

/** A transfer without a fee to review. */
export type FreeOrder = {
  order: TransferOrder;
  /** The same payment as a transaction from the wallet. */
  payment: TransactionIntent;
  /** Who pays the network fee. */
  operator: string;
  details: ReactNode;
  /** Resolves to whether the order may be signed now. */
  prepare: () => Promise<boolean>;
  onSigned: (id: Hash) => void;
  /** Opens the review of the same payment by a transaction instead. */
  onTransaction: () => void;
};

type FreeSheet = {
  /** Identifies the order. */
  key: number;
  order: FreeOrder | null;
  step: 'idle' | 'checking' | 'signing';
  problem: SignProblem | null;
  /** ID of the transfer, once the wallet was asked and didn't decline. */
  transferId: Hash | null;
  /** The account whose wallet can't sign typed data (EIP-712), since this page was loaded. */
  unable: Address | null;
};

export const useFreeSheet = create<FreeSheet>(() => ({
  key: 0,
  order: null,
  step: 'idle',
  problem: null,
  transferId: null,
  unable: null,
}));

const show = (next: Pick<FreeSheet, 'order' | 'transferId'>) => {
  useFreeSheet.setState(({ key }) => ({ key: key + 1, step: 'idle', problem: null, ...next }));
  openDialog('freeTransfer');
};

/** Opens the review of a transfer without a fee. */
export const openFreeReview = (order: FreeOrder): void => show({ order, transferId: null });

/** Opens a transfer that the wallet was asked to sign. */
export const openTransfer = (transferId: Hash): void => show({ order: null, transferId });

/** Returns whether the dialog shows a transfer right now. */
export const isTransferShown = (id: Hash): boolean =>
  useDialogs.getState().open === 'freeTransfer' && useFreeSheet.getState().transferId === id;

/**
 * Asks the wallet for the reviewed order's signature. `named` are the earlier payments that the review named. If the dialog
 * closes before the wallet is asked, it isn't asked. A request that is open there stays recorded.
 */
export async function signOrder(config: Config, named: readonly Hash[]): Promise<void> {
  const { key, order, step } = useFreeSheet.getState();
  if (!order || step !== 'idle') return;
  const ending = new AbortController();
  const stop = useDialogs.subscribe(({ open }) => open !== 'freeTransfer' && ending.abort());
  const update = (change: Partial<FreeSheet>) => {
    if (useFreeSheet.getState().key === key) useFreeSheet.setState(change);
  };
  let asked: Hash | null = null;
  // Whoever opens the dialog again while the wallet is silent sees the recorded transfer.
  ending.signal.addEventListener('abort', () => update({ step: 'idle', problem: null, transferId: asked }));
  update({ step: 'checking', problem: null });
  const isPrepared = await order.prepare().catch(() => false);
  if (!isPrepared) {
    stop();
    update({ step: 'idle' });
    return;
  }
  const result = await signTransfer(config, order.order, order.payment, {
    ...{ signal: ending.signal, named },
    onStep: (next) => {
      if (!ending.signal.aborted) update({ step: next });
    },
    onRecorded: (id) => {
      asked = id;
    },
  });
  stop();
  if (result && 'problem' in result && result.problem === 'cannotSign')
    useFreeSheet.setState({ unable: order.order.account });
  if (result === null) update({ step: 'idle' });
  else if ('problem' in result) update({ step: 'idle', problem: result.problem, transferId: null });
  else {
    update({ step: 'idle', transferId: result.id });
    order.onSigned(result.id);
  }
}
