import type { SignClient } from '@walletconnect/sign-client';
import type { Address } from 'viem';
import { createMeter } from '@/lib/wallet/dapps/bridge';
import { DappError, errorCode, isSmall } from '@/lib/wallet/dapps/protocol';
import { createProvider, type ProviderOptions } from '@/lib/wallet/dapps/provider-methods';
import type { LinkedDapp } from './links';
import { LINK_METHODS } from './read-proposal';

type Client = Awaited<ReturnType<typeof SignClient.init>>;

/** What serving links needs, for one account of the site. */
export type LinkOptions = Pick<
  ProviderOptions,
  'config' | 'queries' | 'owner' | 'chains' | 'onProblem' | 'isListed' | 'onToken' | 'onShow'
> & {
  owner: Address;
  /** Called if the answer to a DApp's request can't be delivered. */
  onUndelivered: (name: string) => void;
};

/** The same limits as for a DApp's frame. */
const MAX_OPEN = 100;
const [MAX_REQUESTS, PERIOD_MS] = [600, 10_000];

export type LinkSession = {
  dapp: LinkedDapp;
  provider: ReturnType<typeof createProvider>;
  /** IDs of the requests that aren't answered yet. */
  open: Set<number>;
  /** Returns whether another request is within the limits. */
  mayAsk: () => boolean;
  stop: () => void;
};

/** Returns what answers the requests of one session. */
export function createSession(
  client: Client,
  topic: string,
  dapp: LinkedDapp,
  options: LinkOptions,
): LinkSession {
  const { reviews, name, origin } = dapp;
  const [chain] = options.chains;
  if (!chain) throw new RangeError('no network is listed');
  const provider = createProvider({
    ...options,
    dapp: { name, origin },
    chain,
    reviews,
    onChain: () => undefined,
    emit: (event, value) => {
      // A session keeps its account. Another event than of the network doesn't occur.
      if (event !== 'chainChanged') return;
      const id = Number(value);
      // Each request names its network, so a DApp that misses the event isn't misled.
      client
        .emit({ topic, chainId: `eip155:${id}`, event: { name: event, data: id } })
        .catch(() => undefined);
    },
  });
  const meter = createMeter(MAX_REQUESTS, PERIOD_MS);
  const open = new Set<number>();
  return {
    dapp,
    provider,
    open,
    mayAsk: () => meter() && open.size < MAX_OPEN,
    stop: () => {
      provider.stop();
      reviews.close();
    },
  };
}

type RequestEvent = {
  id: number;
  topic: string;
  params: { chainId: string; request: { method: string; params: unknown } };
};

/** Returns a request's result. @throws DappError with the reason for the DApp. */
async function resultOf(
  { provider }: LinkSession,
  { chainId, request: { method, params } }: RequestEvent['params'],
  { chains }: LinkOptions,
): Promise<unknown> {
  const run = LINK_METHODS.includes(method) ? provider.methods[method] : undefined;
  if (!run)
    throw new DappError(`The method ${method.slice(0, 64)} does not exist here`, {
      code: errorCode.unsupported,
    });
  if (!isSmall(params)) throw new DappError('The request is too large', { code: errorCode.invalidParams });
  const chain = chains.find(({ id }) => `eip155:${id}` === chainId);
  if (!chain) throw new DappError('This network is not one of this site', { code: errorCode.unknownChain });
  provider.select(chain);
  return run(params);
}

/** Answers a DApp's request. If nobody serves its session, the user is signed in with another account. */
export async function answerRequest(
  client: Client,
  session: LinkSession | undefined,
  { id, topic, params }: RequestEvent,
  options: LinkOptions,
): Promise<void> {
  const respond = async (answer: { result: unknown } | { error: { code: number; message: string } }) => {
    try {
      await client.respond({ topic, response: { id, jsonrpc: '2.0', ...answer } });
    } catch {
      options.onUndelivered(session?.dapp.name ?? '');
    }
  };
  const refuse = ({ code, message, data }: DappError) =>
    respond({ error: { code, message, ...(data === undefined ? {} : { data: String(data) }) } });
  if (!session)
    return refuse(new DappError('The user has not allowed this account', { code: errorCode.unauthorized }));
  if (!session.mayAsk())
    return refuse(new DappError('Too many open requests', { code: errorCode.limitExceeded }));
  session.open.add(id);
  try {
    await respond({ result: (await resultOf(session, params, options)) ?? null });
  } catch (error) {
    // Other errors can contain an RPC endpoint's key.
    await refuse(error instanceof DappError ? error : new DappError('The request failed'));
  } finally {
    session.open.delete(id);
  }
}
