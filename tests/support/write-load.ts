import type { Hex, LocalAccount } from 'viem';
import { loginResult } from '@/lib/api/schemas/user';
import { depositNative } from './api-deposit';
import type { SiteInstance } from './site-instance';
import { callSite, type SignInProof, signInOn, signOn, verifyOn } from './site-instance';
import type { SiteServices } from './site-services';
import { until } from './until';

/** Writes that the server has acknowledged with status 200. */
export type Acknowledged = {
  signIns: (SignInProof & { token: string; address: string })[];
  deposits: { txHash: Hex; owner: string }[];
};

/** Users who continuously sign in, deposit and verify, while instances and the database may fail. */
export class WriteLoad {
  readonly acknowledged: Acknowledged = { signIns: [], deposits: [] };
  /** Number of sign-ins sent, regardless of their result. */
  tried = 0;
  #stopped = false;
  readonly #workers: Promise<void>[];

  constructor(
    private readonly services: SiteServices,
    private readonly instances: readonly SiteInstance[],
    accounts: readonly LocalAccount[],
  ) {
    this.#workers = accounts.map((account, index) => this.#work(account, index));
  }

  get writes(): number {
    return this.acknowledged.signIns.length + this.acknowledged.deposits.length;
  }

  /** Waits for `more` additional acknowledged writes. */
  async progress(more: number): Promise<void> {
    const goal = this.writes + more;
    await until(async () => this.writes >= goal, `${more} more acknowledged writes`, 60_000);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#workers);
  }

  /** Tries `attempt` on one instance after another until one acknowledges it. */
  async #untilDone<Result>(
    first: number,
    attempt: (origin: string) => Promise<Result | null>,
  ): Promise<Result | null> {
    for (let turn = first; !this.#stopped; turn += 1) {
      const { origin } = this.instances[turn % this.instances.length] as SiteInstance;
      try {
        const result = await attempt(origin);
        if (result !== null) return result;
      } catch {
        // Without a complete response, the result of the write is unknown, so it counts as not acknowledged.
        await this.#someReady();
      }
    }
    return null;
  }

  async #someReady(): Promise<void> {
    await until(
      async () =>
        this.#stopped ||
        (
          await Promise.all(
            this.instances.map(({ origin }) =>
              fetch(`${origin}/api/health/ready`, { signal: AbortSignal.timeout(10_000) }).then(
                ({ ok }) => ok,
                () => false,
              ),
            ),
          )
        ).includes(true),
      'an instance that is ready',
      60_000,
    );
  }

  async #signIn(account: LocalAccount, first: number): Promise<string | null> {
    return this.#untilDone(first, async (origin) => {
      const signed = await signOn(origin, account);
      this.tried += 1;
      const { code, data } = await signInOn(origin, signed);
      if (code !== 200) return null;
      const { token } = loginResult.parse(data);
      this.acknowledged.signIns.push({ ...signed, token, address: account.address });
      return token;
    });
  }

  async #work(account: LocalAccount, index: number): Promise<void> {
    for (let round = 0; !this.#stopped; round += 1) {
      const first = index + round;
      const token = await this.#signIn(account, first);
      if (token === null || round % 2 === 1) continue;
      const txHash = await depositNative(this.services.chain, account, BigInt(round + 1));
      const credited = await this.#untilDone(first, async (origin) => {
        const { code } = await verifyOn(origin, txHash, token);
        return code === 200 ? true : null;
      });
      if (credited) this.acknowledged.deposits.push({ txHash, owner: account.address });
    }
  }
}

/**
 * Returns the responses at `origin` that contradict an acknowledged sign-in. The list is empty if all sign-ins still
 * work.
 */
export async function lostSignIns(origin: string, { signIns }: Acknowledged): Promise<unknown[]> {
  const lost: unknown[] = [];
  const next = signIns.values();
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      for (const { token, address } of next) {
        const answer = await callSite(origin, '/user/info', { token });
        const found = answer.code === 200 && (answer.data as { address: string }).address === address;
        if (!found) lost.push(answer);
      }
    }),
  );
  return lost;
}
