import type { LoadSite } from '../soak/load-site';

/** What `ready` must say during a fault: an instance that can't serve says 503, and one that can says 200. */
export type Expected = 'ready' | 'not ready' | 'either';

export type Fault = {
  name: string;
  expected: Expected;
  /** How long the fault lasts until the instances are asked, if it's not noticed at once. */
  noticeMs?: number;
  /** Starts the fault, and returns how to end it. */
  start: (site: LoadSite) => Promise<() => Promise<void>>;
  /** Outcomes that this fault may cause, and no other may: an HTTP status and a call. */
  excuses?: readonly string[];
  /** Makes a call that the fault concerns. Returns what it saw, and whether that's right during or after the fault. */
  probe?: (site: LoadSite, when: 'during' | 'after') => Promise<{ seen: string; isRight: boolean }>;
  /** Returns why the fault can't be caused here, or null. */
  impossible?: () => string | null;
};
