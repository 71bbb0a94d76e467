import { type Answer, textOf } from './probe';

/** Interval between polls of an instance. */
export const POLL_MS = 1_000;
/** A visitor's call, which reads the database. */
const CALL = '/api/coin/list?pageNum=1&pageSize=5';

/** An instance's responses at one time. */
export type Poll = {
  /** In ms of this process's monotonic clock. */
  sentAt: number;
  ready: Answer;
  /** Metric samples by name and labels, or null without a response. */
  metrics: ReadonlyMap<string, number> | null;
  metricsMs: number;
  /** Response to the visitor's call. */
  call: Answer;
};

/** Parses the samples of a text in the Prometheus format, by name and labels. */
export const samplesOf = (text: string): Map<string, number> =>
  new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const at = line.lastIndexOf(' ');
        return [line.slice(0, at), Number(line.slice(at + 1))];
      }),
  );

/** Requests an instance's readiness and metrics, and makes a visitor's call. */
async function poll(origin: string): Promise<Poll> {
  const sentAt = performance.now();
  const [ready, metrics, call] = await Promise.all([
    textOf(`${origin}/api/health/ready`),
    textOf(`${origin}/api/metrics`),
    textOf(`${origin}${CALL}`),
  ]);
  const samples = metrics.status === 200 ? samplesOf(metrics.text) : null;
  return { sentAt, ready, metrics: samples, metricsMs: metrics.ms, call };
}

/** Polls instances at a fixed interval until stopped, even if earlier polls haven't finished. */
export class HealthWatch {
  readonly #polls: Promise<Poll>[][];
  readonly #timer: NodeJS.Timeout;

  constructor(origins: readonly string[]) {
    this.#polls = origins.map(() => []);
    const pollAll = () => {
      for (const [index, origin] of origins.entries()) this.#polls[index]?.push(poll(origin));
    };
    pollAll();
    this.#timer = setInterval(pollAll, POLL_MS);
  }

  /** Stops polling. Returns all polls of each instance, in order. */
  stop(): Promise<Poll[][]> {
    clearInterval(this.#timer);
    return Promise.all(this.#polls.map((polls) => Promise.all(polls)));
  }
}
