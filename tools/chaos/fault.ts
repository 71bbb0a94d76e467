import type { LoadSite } from '../soak/load-site';

/** What `ready` must say during a fault: an instance that can't serve says 503, and one that can says 200. */
export type Expected = 'ready' | 'not ready' | 'either';

/** A metric that shows a fault. */
export type Sign = {
  /** Name and labels in the Prometheus text format. */
  series: string;
  /** Returns whether a value shows the fault. `instance` is 0 or 1. */
  isShown: (value: number, instance: number) => boolean;
  /** Whether every poll must show it once the fault is noticed, or at least one on each instance. */
  polls: 'all' | 'one';
  /** Whether only the leader of the price service exports the series. */
  ofLeader?: boolean;
  /** Whether the series may show the fault until after calls have recovered. */
  lasts?: boolean;
};

export type Fault = {
  name: string;
  expected: Expected;
  /** Maximum time until health and metrics show the fault, if not immediate. */
  noticeMs?: number;
  /** Starts the fault, and returns how to end it. */
  start: (site: LoadSite) => Promise<() => Promise<void>>;
  /** Metrics that show the fault. */
  signs?: readonly Sign[];
  /** Outcomes that this fault may cause, and no other may: an HTTP status and a call. */
  excuses?: readonly string[];
  /** Makes a call that the fault concerns. Returns what it saw, and whether that's right during or after the fault. */
  probe?: (site: LoadSite, when: 'during' | 'after') => Promise<{ seen: string; isRight: boolean }>;
  /** Returns why the fault can't be caused here, or null. */
  impossible?: () => string | null;
};
