import { type Address, type Client, type Hash, isAddressEqual, isHex } from 'viem';
import { z } from 'zod';
import { isUnanswered } from './node-transport';

const hex = z.string().refine((value) => isHex(value));

/** A call inside a transaction, as geth's `callTracer` shows it. */
type Frame = { type: string; from: string; to?: string; value?: string; error?: string; calls?: Frame[] };

const frame: z.ZodType<Frame> = z.object({
  type: z.string(),
  from: z.string(),
  to: z.string().optional(),
  value: hex.optional(),
  error: z.string().optional(),
  get calls() {
    return z.array(frame).optional();
  },
});

/** A payment of native currency by a call, in wei. */
type Payment = { from: Address; to: Address; value: bigint };

/** Returns the payments of a call and of the calls inside it. What failed moved nothing. */
function paymentsOf({ type, from, to, value = '0x0', error, calls = [] }: Frame): Payment[] {
  if (error !== undefined) return [];
  const inner = calls.flatMap(paymentsOf);
  // Other calls show a value that they don't move: DELEGATECALL has its caller's.
  return type === 'CALL' && to
    ? [{ from: from as Address, to: to as Address, value: BigInt(value) }, ...inner]
    : inner;
}

/** The chains whose nodes refuse traces, as most public ones do. */
const withoutTraces = new Set<number>();

/**
 * Returns the amounts, in wei, of an account's payments of native currency to another one in a transaction. No event shows those
 * that code makes. Null if the node doesn't trace transactions (`debug_traceTransaction`).
 */
export async function nativePayments(
  client: Client,
  hash: Hash,
  { from, to }: { from: Address; to: Address },
): Promise<bigint[] | null> {
  const chainId = client.chain?.id ?? 0;
  if (withoutTraces.has(chainId)) return null;
  try {
    const request = { method: 'debug_traceTransaction', params: [hash, { tracer: 'callTracer' }] };
    const trace = frame.parse(await client.request(request as never, { retryCount: 0 }));
    return paymentsOf(trace)
      .filter((one) => isAddressEqual(one.from, from) && isAddressEqual(one.to, to))
      .map(({ value }) => value);
  } catch (error) {
    // Callers look at the balances instead, and report a node that doesn't answer these either.
    if (!isUnanswered(error)) withoutTraces.add(chainId);
    return null;
  }
}
