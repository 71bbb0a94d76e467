import { AsyncLocalStorage } from 'node:async_hooks';
import { Client } from 'pg';
import { z } from 'zod';

/**
 * What a call has sent: SQL statements, including those that begin and end transactions, and methods of JSON-RPC. Without
 * `eth_chainId`, by which the server checks a node once a minute, whichever call needs it first.
 */
export type Sent = { statements: string[]; methods: string[] };

const rpcSchema = z.looseObject({ method: z.string() });
const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : z.looseObject({ text: z.string() }).parse(query).text;

/** Records what the calls inside of `during` send, and not what the server sends meanwhile, until the mocks are restored. */
export function recordSent() {
  const scope = new AsyncLocalStorage<Sent>();
  const query = Client.prototype.query as (...parameters: unknown[]) => unknown;
  const recordQuery = function (this: Client, ...parameters: unknown[]): unknown {
    scope.getStore()?.statements.push(textOf(parameters[0]));
    return query.apply(this, parameters);
  };
  jest.spyOn(Client.prototype, 'query').mockImplementation(recordQuery as typeof Client.prototype.query);
  const send = globalThis.fetch;
  jest.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
    const parsed = rpcSchema.safeParse(typeof init?.body === 'string' ? JSON.parse(init.body) : null);
    if (parsed.success && parsed.data.method !== 'eth_chainId')
      scope.getStore()?.methods.push(parsed.data.method);
    return send(url, init);
  });
  return {
    during: async (calls: () => Promise<unknown>): Promise<Sent> => {
      const sent: Sent = { statements: [], methods: [] };
      await scope.run(sent, calls);
      return sent;
    },
  };
}
