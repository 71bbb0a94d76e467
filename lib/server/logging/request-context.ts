import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';

type RequestContext = { requestId: string };

/** Kept on the global object: Next gives routes and instrumentation a copy of this module each. */
const key = Symbol.for('tidewell.request');
const shared = globalThis as typeof globalThis & { [key]?: AsyncLocalStorage<RequestContext> };
shared[key] ??= new AsyncLocalStorage<RequestContext>();
const storage = shared[key];

/** Runs a request's work, so that everything it logs carries its id. */
export const inRequest = <Result>(requestId: string, run: () => Result): Result =>
  storage.run({ requestId }, run);

/** The request that is being worked on; empty outside of one. */
export const requestContext = (): Partial<RequestContext> => ({ ...storage.getStore() });
