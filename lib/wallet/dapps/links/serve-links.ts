import { SignClient } from '@walletconnect/sign-client';
import type { Address } from 'viem';
import { getConnection } from 'wagmi/actions';
import { brand } from '@/lib/content/website';
import { CONNECTION_REJECTED } from '@/lib/evm/wallet-error-table';
import { allowAccess, endAccess, useDappAccess } from '@/lib/wallet/dapps/access';
import { createReviews, type DappReviews } from '@/lib/wallet/dapps/reviews';
import { answerRequest, createSession, type LinkOptions, type LinkSession } from './link-session';
import { endOpening, type LinkedDapp, linkOrigin, useLinks } from './links';
import { grantOf, type LinkProposal, readProposal } from './read-proposal';

type Client = Awaited<ReturnType<typeof SignClient.init>>;

/** Reasons with which a wallet refuses or ends a session (CAIP-25 and WalletConnect's own). */
const reason = {
  rejected: { code: CONNECTION_REJECTED, message: 'User rejected.' },
  networks: { code: 5100, message: 'Unsupported chains.' },
  methods: { code: 5101, message: 'Unsupported methods.' },
  own: { code: CONNECTION_REJECTED, message: 'This proposal claims to be the wallet.' },
  false: { code: CONNECTION_REJECTED, message: 'This proposal is from another website than it says.' },
  ended: { code: 6000, message: 'User disconnected.' },
} as const;

/** Longest wait for a DApp's proposal after its link was opened, in ms. */
const PROPOSAL_MS = 15_000;

let started: Promise<Client> | null = null;

/** Returns WalletConnect's client, which runs once per page, and apart from the one with which users sign in. */
function startClient(projectId: string): Promise<Client> {
  started ??= SignClient.init({
    projectId,
    metadata: { name: brand, description: brand, url: window.location.origin, icons: [] },
    customStoragePrefix: 'tidewell-dapps',
    telemetryEnabled: false,
    // Each review waits for its turn here, and reads don't wait for reviews.
    signConfig: { disableRequestQueue: true },
    logger: 'fatal',
  }).catch((error: unknown) => {
    started = null;
    throw error;
  });
  return started;
}

/**
 * Serves the DApps that are connected by links, for one account of the site, until `signal` aborts. Opens the links that users
 * wish for meanwhile.
 */
async function serve(client: Client, options: LinkOptions, signal: AbortSignal): Promise<void> {
  const { owner, config, chains } = options;
  const sessions = new Map<string, LinkSession>();
  const accounts = () => getConnection(config).addresses ?? [];

  const show = (dapp: LinkedDapp) => useLinks.setState(({ dapps }) => ({ dapps: [...dapps, dapp] }));
  const hide = (dapp: LinkedDapp) =>
    useLinks.setState(({ dapps }) => ({ dapps: dapps.filter((one) => one !== dapp) }));

  const begin = (topic: string, dapp: LinkedDapp) => {
    sessions.set(topic, createSession(client, topic, dapp, options));
    show(dapp);
  };
  const drop = (topic: string) => {
    const session = sessions.get(topic);
    if (!session) return;
    sessions.delete(topic);
    session.stop();
    hide(session.dapp);
  };
  const disconnect = (topic: string) => {
    drop(topic);
    // If the relay can't be reached, the DApp finds out when its next request gets no answer.
    client.disconnect({ topic, reason: reason.ended }).catch(() => undefined);
  };
  const isAllowed = (topic: string) =>
    useDappAccess.getState().entries.some(({ origin }) => origin === linkOrigin(topic));

  const refuse = (id: number, why: keyof typeof reason) => client.reject({ id, reason: reason[why] });
  const ask = async (proposal: LinkProposal, reviews: DappReviews): Promise<Address> => {
    const { name, site, isVerified } = proposal;
    const dapp = { name, site, isVerified, reviews, origin: 'https://new.unverified.invalid' };
    show(dapp);
    try {
      const decide = { kind: 'access', accounts: accounts(), account: owner } as const;
      return (await reviews.run((turn) => turn.decide(decide))) ?? owner;
    } finally {
      hide(dapp);
    }
  };
  const onProposal = async (event: { id: number }) => {
    const { id } = event;
    const proposal = readProposal(
      event,
      chains.map((chain) => chain.id),
    );
    const why = proposal?.site === window.location.origin ? 'own' : proposal?.problem;
    endOpening(proposal ? (why ?? null) : 'failed');
    if (!proposal || why) return refuse(id, why ?? 'rejected');
    const reviews = createReviews();
    let account: Address;
    try {
      account = await ask(proposal, reviews);
    } catch {
      // The user, or the end of the session with this site, closed the question.
      return refuse(id, 'rejected');
    }
    const { topic } = await client.approve({ id, namespaces: grantOf(proposal, account) });
    const { name, site, isVerified } = proposal;
    const origin = linkOrigin(topic);
    allowAccess({ origin, owner, account, link: { name, site, isVerified } });
    begin(topic, { origin, name, site, isVerified, reviews });
  };

  let timer: ReturnType<typeof setTimeout> | undefined;
  const pair = async (uri: string) => {
    clearTimeout(timer);
    try {
      await client.pair({ uri });
      timer = setTimeout(() => {
        if (useLinks.getState().isOpening) endOpening('silent');
      }, PROPOSAL_MS);
    } catch {
      // Its texts are for developers. A link can be opened only once.
      endOpening('failed');
    }
  };

  const onRequest = (event: Parameters<typeof answerRequest>[2]) =>
    void answerRequest(client, sessions.get(event.topic), event, options);
  const onExpired = ({ id }: { id: number }) => {
    for (const { dapp, open } of sessions.values()) if (open.has(id)) dapp.reviews.cancel();
  };
  const onProposed = (event: { id: number }) => void onProposal(event).catch(() => endOpening('failed'));
  const onEnd = ({ topic }: { topic: string }) => endAccess({ origin: linkOrigin(topic), owner });
  for (const { topic } of client.session.getAll()) {
    const access = useDappAccess.getState().entries.find(({ origin }) => origin === linkOrigin(topic));
    if (!access?.link) disconnect(topic);
    else if (access.owner === owner) {
      begin(topic, { ...access.link, origin: access.origin, reviews: createReviews() });
    }
  }
  client.on('session_proposal', onProposed);
  client.on('session_request', onRequest);
  client.on('session_request_expire', onExpired);
  client.on('session_delete', onEnd);
  client.on('session_expire', onEnd);
  const stops = [
    useDappAccess.subscribe(() => {
      for (const topic of [...sessions.keys()]) if (!isAllowed(topic)) disconnect(topic);
    }),
    useLinks.subscribe(({ wish }) => wish !== null && take()),
  ];
  const take = () => {
    const { wish } = useLinks.getState();
    if (wish === null) return;
    useLinks.setState({ wish: null });
    void pair(wish);
  };
  take();
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
  for (const stop of stops) stop();
  clearTimeout(timer);
  client.off('session_proposal', onProposed);
  client.off('session_request', onRequest);
  client.off('session_request_expire', onExpired);
  client.off('session_delete', onEnd);
  client.off('session_expire', onEnd);
  for (const topic of [...sessions.keys()]) drop(topic);
  for (const { reviews } of useLinks.getState().dapps) reviews.close();
}

/** Aborts once the user wishes for a link in this tab. Returns the signal, and what stops it. */
function untilWished(): { signal: AbortSignal; stop: () => void } {
  const wished = new AbortController();
  const stop = useLinks.subscribe(({ wish }) => wish !== null && wished.abort());
  return { signal: wished.signal, stop };
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/**
 * Serves links in one tab at a time, because every tab has the same sessions, and a request that two of them review could be
 * confirmed twice. The tab in which a link is opened takes over. Resolves once `signal` aborts.
 * @throws if WalletConnect's client can't start.
 */
export async function serveLinks(
  projectId: string,
  options: LinkOptions,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const taken = new AbortController();
    const ending = AbortSignal.any([signal, taken.signal]);
    const run = async () => {
      const client = await startClient(projectId);
      // A tab that served before has closed its connection.
      if (client.core.relayer.transportExplicitlyClosed) await client.core.relayer.transportOpen();
      try {
        await serve(client, options, ending);
      } finally {
        await client.core.relayer.transportClose();
      }
    };
    const wished = untilWished();
    const wants = useLinks.getState().wish !== null;
    const how = wants ? { steal: true } : { signal: AbortSignal.any([signal, wished.signal]) };
    try {
      await navigator.locks.request(`tidewell.links ${options.owner}`, how, run);
    } catch (error) {
      // Another tab has taken over, or this one does now.
      taken.abort();
      if (!isAbort(error)) throw error;
    } finally {
      wished.stop();
    }
  }
}
