import {
  BaseError,
  type EIP1193RequestFn,
  fallback,
  HttpRequestError,
  LimitExceededRpcError,
  TimeoutError,
  type Transport,
  UnknownRpcError,
} from 'viem';
import { create } from 'zustand';
import { nodeHttp } from './node-http';

/** RPC timeout, number of retries, and delay before the first retry. */
const NODE_TIMEOUT_MS = 10_000;
const NODE_RETRIES = 2;
const NODE_RETRY_MS = 150;

/** Chains whose RPC endpoints all failed on the last request. */
export const useUnreachableChains = create<{ chainIds: readonly number[] }>(() => ({ chainIds: [] }));

/** React hook that returns whether a chain is unreachable. */
export const useIsUnreachable = (chainId: number | null): boolean =>
  useUnreachableChains(({ chainIds }) => chainId !== null && chainIds.includes(chainId));

export const isUnreachable = (chainId: number): boolean =>
  useUnreachableChains.getState().chainIds.includes(chainId);

/** Records whether any RPC endpoint of a chain answered. */
export function reportReachable(chainId: number, answered: boolean): void {
  if (isUnreachable(chainId) !== answered) return;
  useUnreachableChains.setState(({ chainIds }) => ({
    chainIds: answered ? chainIds.filter((id) => id !== chainId) : [...chainIds, chainId],
  }));
}

/** JSON-RPC error codes for rate limits: Alchemy and QuickNode. EIP-1474's also means that a response is too large. */
const rateCodes: readonly unknown[] = [429, -32007];
const limitCodes: readonly unknown[] = [LimitExceededRpcError.code, ...rateCodes];

/** Returns whether an error means that the RPC endpoint didn't answer: unreachable, timed out, or rate-limited. */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false;
  const found = error.walk(
    (cause) =>
      cause instanceof HttpRequestError ||
      cause instanceof TimeoutError ||
      cause instanceof UnknownRpcError ||
      (cause instanceof Error && 'code' in cause && limitCodes.includes(cause.code)),
  );
  return found !== null;
}

/**
 * Returns whether the RPC endpoint would leave a smaller request unanswered too: it's unreachable, timed out, or rate-limited.
 * Other HTTP errors can mean that the request was too large.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false;
  const found = error.walk((cause) =>
    cause instanceof HttpRequestError
      ? cause.status === undefined || cause.status === 429
      : cause instanceof TimeoutError ||
        cause instanceof UnknownRpcError ||
        (cause instanceof Error && 'code' in cause && rateCodes.includes(cause.code)),
  );
  return found !== null;
}

/**
 * Returns a transport for an RPC endpoint whose chain ID is checked with the first request, and again after the endpoint
 * didn't answer, because another node may then serve its URL. An endpoint of another chain counts as unreachable:
 * its balances and receipts would pass for those of this chain.
 */
function ownNode(chainId: number, url: string, timeout: number): Transport {
  const transport = nodeHttp(url, { timeout });
  // viem creates a new transport for each request, so the check is stored outside of it.
  let check: Promise<void> | null = null;
  return (parameters) => {
    const node = transport(parameters);
    const checkChain = async () => {
      const served = Number(await node.request({ method: 'eth_chainId' }));
      if (served !== chainId)
        throw new HttpRequestError({ url, cause: new Error(`serves chain ${served} instead of ${chainId}`) });
    };
    const request: typeof node.request = async (args, options) => {
      check ??= checkChain();
      // Both calls are sent in one batch, so the check takes no extra time.
      const [checked, answer] = await Promise.allSettled([check, node.request(args, options)]);
      if (checked.status === 'rejected' || (answer.status === 'rejected' && isUnanswered(answer.reason)))
        check = null;
      if (checked.status === 'rejected') throw checked.reason;
      if (answer.status === 'rejected') throw answer.reason;
      return answer.value as never;
    };
    return { ...node, request };
  };
}

/** Returns 50% to 150% of the base delay, so that clients don't all retry at the same time. */
const jitteredWait = () => Math.round(NODE_RETRY_MS * (0.5 + Math.random()));

/**
 * Returns a transport over all RPC endpoints of a chain. If one fails, the next one is tried immediately, and later
 * requests start with the endpoint that answered. If all fail, retries them at increasing intervals. Records whether
 * the chain is reachable.
 */
export function nodeTransport(
  chainId: number,
  urls: readonly string[],
  timeout: number = NODE_TIMEOUT_MS,
): Transport {
  const nodes = urls.map((url) => ownNode(chainId, url, timeout));
  return (parameters) => {
    let first = 0;
    const rounds = nodes.map((_, start) => {
      const order = [...nodes.slice(start), ...nodes.slice(0, start)];
      const last = urls.at(start - 1);
      const round = fallback(order, { retryCount: NODE_RETRIES })(parameters);
      round.value?.onResponse(({ status, error, transport }) => {
        const url: string = transport.value?.url;
        if (status === 'success') first = urls.indexOf(url);
        // Report the chain after the first round of timeouts, so that users wait for a hanging endpoint only once.
        else if (url === last && error instanceof TimeoutError) reportReachable(chainId, false);
      });
      return round;
    });
    const ask = async (...[args, options]: Parameters<EIP1193RequestFn>) => {
      const round = rounds[first] ?? rounds[0];
      if (!round) throw new RangeError(`chain ${chainId} has no node`);
      try {
        const answer = await round.request(args, { retryDelay: jitteredWait(), ...options });
        reportReachable(chainId, true);
        return answer;
      } catch (error) {
        const answered = !isUnanswered(error);
        // Endpoints refuse too many logs with the code of a rate limit, or an HTTP error.
        const isTooMuch = args.method === 'eth_getLogs' && !answered && !isUnavailable(error);
        if (!isTooMuch) reportReachable(chainId, answered);
        throw error;
      }
    };
    const [primary] = rounds;
    if (!primary) throw new RangeError(`chain ${chainId} has no node`);
    return { ...primary, request: ask as EIP1193RequestFn };
  };
}
