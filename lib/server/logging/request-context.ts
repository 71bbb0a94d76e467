import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';

type RequestContext = { requestId: string };

/** Stored on globalThis, because Next loads this module separately for routes and instrumentation. */
const key = Symbol.for('tidewell.request');
const shared = globalThis as typeof globalThis & { [key]?: AsyncLocalStorage<RequestContext> };
shared[key] ??= new AsyncLocalStorage<RequestContext>();
const storage = shared[key];

/** Runs a request so that all its log entries carry its ID. */
export const inRequest = <Result>(requestId: string, run: () => Result): Result =>
  storage.run({ requestId }, run);

/** Returns the current request's context; empty outside of requests. */
export const requestContext = (): Partial<RequestContext> => ({ ...storage.getStore() });
