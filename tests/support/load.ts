import { Agent, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

const CHECK_INTERVAL_MS = 100;

type Target = { url: string; agent: Agent; isReady: boolean; served: number };

const status = (url: string, agent: Agent) =>
  new Promise<number>((resolve, reject) => {
    get(url, { agent }, (response) => {
      response.on('error', reject);
      response.on('end', () =>
        response.complete ? resolve(response.statusCode ?? 0) : reject(new Error('the answer was cut off')),
      );
      response.resume();
    }).on('error', reject);
  });

/**
 * Clients with persistent connections behind a load balancer that sends requests only to instances that report ready.
 * Failed requests aren't retried, and every failure is recorded.
 */
export class Load {
  readonly failures: string[] = [];
  readonly #targets: Target[];
  readonly #ended: Promise<unknown>;
  #isOver = false;

  constructor(urls: readonly string[], paths: readonly string[], clients: number) {
    this.#targets = urls.map((url) => ({
      url,
      agent: new Agent({ keepAlive: true }),
      isReady: true,
      served: 0,
    }));
    this.#ended = Promise.all([
      ...this.#targets.map((target) => this.#watch(target)),
      ...Array.from({ length: clients }, (_, client) => this.#ask(client, paths)),
    ]);
  }

  /** Returns the number of successful responses that an instance has sent so far. */
  served(url: string): number {
    return this.#targets.find((target) => target.url === url)?.served ?? 0;
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#ended;
    for (const { agent } of this.#targets) agent.destroy();
  }

  async #watch(target: Target): Promise<void> {
    // Use a new connection each time, so that the check doesn't use one of the clients' connections.
    while (!this.#isOver) {
      const answer = await status(`${target.url}/api/health/ready`, new Agent()).catch(() => 0);
      target.isReady = answer === 200;
      await delay(CHECK_INTERVAL_MS);
    }
  }

  async #ask(client: number, paths: readonly string[]): Promise<void> {
    for (let turn = client; !this.#isOver; turn += 1) {
      const ready = this.#targets.filter(({ isReady }) => isReady);
      const target = ready[turn % ready.length];
      const path = paths[turn % paths.length] ?? '/';
      if (!target) {
        await delay(CHECK_INTERVAL_MS);
        continue;
      }
      try {
        const code = await status(target.url + path, target.agent);
        if (code === 200) target.served += 1;
        else this.failures.push(`${target.url}${path}: ${code}`);
      } catch (error) {
        this.failures.push(`${target.url}${path}: ${String(error)}`);
      }
    }
  }
}
