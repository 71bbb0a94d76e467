import { childEnv } from '@/lib/settings/process-env';
import type { ChainPlan } from '@/scripts/launcher/chains/anvil-process';

const FIRST_PORT = 20_000;
const PORTS_PER_WORKER = 100;
const PORTS_PER_CHAIN = 20;

const worker = Number(childEnv({}).JEST_WORKER_ID ?? 0);
const plan = (index: number): ChainPlan => ({
  id: 31_337 + index,
  name: `Local chain ${index + 1}`,
  preferredPort: FIRST_PORT + worker * PORTS_PER_WORKER + index * PORTS_PER_CHAIN,
});

/**
 * The two local chains, on ports reserved for this worker. Without reserved ports, another test's chain could take a
 * port while a test has stopped its own chain.
 */
export const chainPlans = [plan(0), plan(1)] as const;

/** Error that a wallet returns (EIP-1193, EIP-1474). */
export class RpcFailure extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}
