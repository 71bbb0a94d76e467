import type { Address } from 'viem';
import { createStore } from 'zustand';
import type { SignatureRequest } from '@/lib/wallet/signing/signature-request';
import type { CustomToken } from '@/lib/wallet/tokens/custom-tokens';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import { DappError, errorCode } from './protocol';

type TransactionRequest = Extract<SignatureRequest, { kind: 'transaction' }>;

/** What a wallet is asked for after the review: a signature, a transaction, or an atomic batch (EIP-5792). */
type WalletRequest = SignatureRequest | { kind: 'batch'; calls: readonly TransactionRequest[] };

/** What only this page decides: which account the DApp sees, and whether a token is shown. */
type PageRequest =
  | { kind: 'access'; accounts: readonly Address[]; account: Address }
  | { kind: 'token'; chainId: number; token: CustomToken };

type ReviewRequest = WalletRequest | PageRequest;

/** Position among the request's transactions, and the pending transactions that it could repeat. */
type ReviewPart = { number: number; total: number; earlier: readonly LedgerEntry[] };

/**
 * A DApp's request in review or after confirmation. `wallet`: the wallet is asking the user. `confirming`: the
 * request's next transaction waits for this one.
 */
export type Review = ReviewPart & {
  id: number;
  request: ReviewRequest;
  stage: 'review' | 'wallet' | 'confirming';
};

type Reviews = {
  current: Review | null;
  /** Whether requests are paused because the user rejected several in a row. */
  isPaused: boolean;
};

/** Maximum number of requests that wait behind the current one. */
const MAX_WAITING = 3;
/** Number of consecutive rejections after which requests are paused until the user allows them. */
const MAX_REJECTIONS = 3;

const rejected = () => new DappError('The user rejected the request', { code: errorCode.rejected });

/** What the user decided. `account` is the one that they chose to show to the DApp. */
type Decision = { isConfirmed: boolean; account?: Address | undefined };

let lastId = 0;

/** One request's turn in the queue. A DApp's requests are shown one at a time. */
export type Turn = {
  /**
   * Shows a request for review. Resolves if the user confirms it, to a signal that aborts if the user closes the dialog
   * before the wallet is asked. `earlier` are the transactions that the request could repeat.
   * @throws DappError if the user rejects it.
   */
  review: (request: WalletRequest, part?: Partial<ReviewPart>) => Promise<AbortSignal>;
  /**
   * Shows a request that needs no wallet. Resolves if the user confirms it, to the account that they chose, if any.
   * @throws DappError if the user rejects it.
   */
  decide: (request: PageRequest) => Promise<Address | undefined>;
  /**
   * Shows that the next transaction waits for this one. Resolves with the result of `sent`.
   * @throws DappError if the user stops.
   */
  wait: <Result>(sent: Promise<Result>) => Promise<Result>;
};

/**
 * Creates the queue of a DApp's requests for one opening of its frame. Nothing is signed before `confirm`, which only
 * the dialog's button calls.
 */
export function createReviews() {
  const store = createStore<Reviews>(() => ({ current: null, isPaused: false }));
  let isClosed = false;
  let waiting = 0;
  let rejections = 0;
  /** Increases with each rejection, which also rejects all waiting requests. */
  let round = 0;
  let last: Promise<unknown> = Promise.resolve();
  let decide: ((decision: Decision) => void) | null = null;
  let ending = new AbortController();

  const show = (current: Review | null) => store.setState({ current });
  const stage = (next: Review['stage']) => {
    const { current } = store.getState();
    if (current) show({ ...current, stage: next });
  };

  /** Returns the turn of a request made in a round. */
  const turnOf = (at: number): Turn => {
    const isOver = () => isClosed || at !== round;
    const ask = async (request: ReviewRequest, part?: Partial<ReviewPart>): Promise<Decision> => {
      if (isOver()) throw rejected();
      lastId += 1;
      show({ id: lastId, request, number: 1, total: 1, earlier: [], ...part, stage: 'review' });
      const decision = await new Promise<Decision>((resolve) => {
        decide = resolve;
      });
      decide = null;
      if (!decision.isConfirmed || isOver()) throw rejected();
      rejections = 0;
      return decision;
    };
    return {
      async review(request, part) {
        await ask(request, part);
        ending = new AbortController();
        stage('wallet');
        return ending.signal;
      },
      async decide(request) {
        const { account } = await ask(request);
        return account;
      },
      async wait(sent) {
        const stopped = new Promise<never>((_, reject) => {
          decide = () =>
            reject(
              new DappError('The user stopped the remaining transactions', { code: errorCode.rejected }),
            );
        });
        // The frame may have navigated during the wallet's prompt, in which case nothing is left to wait for.
        if (isOver()) decide?.({ isConfirmed: false });
        else stage('confirming');
        try {
          return await Promise.race([stopped, sent]);
        } finally {
          decide = null;
        }
      },
    };
  };

  const take = async <Result>(work: (turn: Turn) => Promise<Result>, at: number): Promise<Result> => {
    if (isClosed || at !== round) throw rejected();
    try {
      return await work(turnOf(at));
    } finally {
      show(null);
    }
  };

  return {
    store,
    /**
     * Runs `work` when its turn comes.
     * @throws DappError if too many requests are waiting or requests are paused.
     */
    async run<Result>(work: (turn: Turn) => Promise<Result>): Promise<Result> {
      const refused = (reason: string) => new DappError(reason, { code: errorCode.unavailable });
      if (store.getState().isPaused) throw refused('The user has paused requests of this DApp');
      if (waiting > MAX_WAITING) throw refused('Too many requests wait for the user');
      const at = round;
      waiting += 1;
      const result = last.then(() => take(work, at));
      last = result.catch(() => undefined);
      try {
        return await result;
      } finally {
        waiting -= 1;
      }
    },
    confirm(account?: Address) {
      if (store.getState().current?.stage === 'review') decide?.({ isConfirmed: true, account });
    },
    /** Ends a confirmed request, unless the wallet was asked for it already. */
    dismiss() {
      ending.abort();
    },
    /** Rejects the current and waiting requests. Between two transactions, stops the remaining ones. */
    reject() {
      if (!decide) return;
      round += 1;
      rejections += 1;
      if (rejections >= MAX_REJECTIONS) store.setState({ isPaused: true });
      decide({ isConfirmed: false });
    },
    resume() {
      rejections = 0;
      store.setState({ isPaused: false });
    },
    /** Rejects everything, because the frame navigated, or the account or network changed. */
    cancel() {
      round += 1;
      ending.abort();
      decide?.({ isConfirmed: false });
    },
    close() {
      isClosed = true;
      ending.abort();
      decide?.({ isConfirmed: false });
    },
  };
}

export type DappReviews = ReturnType<typeof createReviews>;
