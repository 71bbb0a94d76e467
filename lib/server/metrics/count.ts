import 'server-only';
import { ApiError } from '../http/api-error';
import { meters } from './meters';
import { routeTemplate } from './route-template';

/** An answer of the API. `code` is the envelope's. */
export type CountedAnswer = {
  method: string;
  path: string;
  params: Record<string, string | string[] | undefined> | undefined;
  code: number;
  ms: number;
};

/** Counts an answer of the API. */
export function countAnswer({ method, path, params, code, ms }: CountedAnswer): void {
  const { requests, durations } = meters();
  const route = routeTemplate(path, params);
  requests.inc({ route, method, code });
  durations.observe({ route, method }, ms / 1_000);
}

/** Counts a call that the rate limit of this name refused. */
export const countRefusal = (limit: string): void => meters().refusals.inc({ limit });

/** One word out of few: the reason that the caller is told, or the key of the message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return 'error';
  const reason = error.data?.reason;
  return typeof reason === 'string' ? reason : error.messageKey;
}

async function counted<Result>(
  count: (outcome: string) => void,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await run();
    count('ok');
    return result;
  } catch (error) {
    count(reasonOf(error));
    throw error;
  }
}

/** Runs an attempt to log in and counts how it ends. Throws what it throws. */
export const countLogin = <Result>(run: () => Promise<Result>): Promise<Result> =>
  counted((outcome) => meters().logins.inc({ outcome }), run);

/** Runs the verification of a transaction of `kind` and counts how it ends. Throws what it throws. */
export const countVerification = <Result>(kind: string, run: () => Promise<Result>): Promise<Result> =>
  counted((outcome) => meters().verifications.inc({ kind, outcome }), run);
