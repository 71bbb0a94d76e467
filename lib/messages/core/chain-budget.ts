import { keccak256 } from 'viem';
import type { VerifyContractSignature } from '@/lib/messages/protocol/device-binding';

/** Interval in which verifications may take a limited time, in ms. */
const INTERVAL_MS = 300_000;
/** Minimum time that a verification counts, in ms. Limits the number of RPC requests. */
const MIN_COST_MS = 100;
/** Maximum number of valid signatures to remember, and for how long, in ms. A contract's signers can change. */
const MAX_VERIFIED = 1_000;
const REMEMBERED_MS = 3_600_000;

/** Settles like `work`. @throws Error if it takes longer. */
async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the verification took too long')), ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Limits the total time of verifying contract signatures in five minutes, because a contract can take as long as it
 * likes, and nothing else is sent or received in the meantime. Remembers valid signatures, so an item that needs more
 * time succeeds later.
 * @throws Error if no time is left, so the signature can't be verified yet.
 */
export function withChainBudget(
  verify: VerifyContractSignature,
  { now, isPast }: { now: () => number; isPast: (since: number, ageMs: number) => boolean },
  budgetMs: number,
): VerifyContractSignature {
  const verified = new Map<string, number>();
  let since = Number.NEGATIVE_INFINITY;
  let spent = 0;
  return async (chainId, request) => {
    const { account, hash, signature } = request;
    const key = [chainId, account, hash, keccak256(signature)].join();
    if (!isPast(verified.get(key) ?? Number.NEGATIVE_INFINITY, REMEMBERED_MS)) return true;
    verified.delete(key);
    const start = now();
    if (isPast(since, INTERVAL_MS)) {
      since = start;
      spent = 0;
    }
    if (spent >= budgetMs) throw new Error('no time is left to verify contract signatures');
    try {
      const isValid = await within(verify(chainId, request), budgetMs - spent);
      if (isValid) verified.set(key, start);
      const [oldest] = verified.keys();
      if (oldest !== undefined && verified.size > MAX_VERIFIED) verified.delete(oldest);
      return isValid;
    } finally {
      spent += Math.max(MIN_COST_MS, now() - start);
    }
  };
}
