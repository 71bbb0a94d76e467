import { useQueryClient } from '@tanstack/react-query';
import { type Locale, useLocale, useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Address } from 'viem';
import { useConfig } from 'wagmi';
import { Button } from '@/components/ui/button';
import { ExternalLink } from '@/components/ui/external-link';
import { DappName } from '@/components/wallet/display/dapp-name';
import { NetworkSelect } from '@/components/wallet/fields/network-select';
import { NodeNote } from '@/components/wallet/frame/node-banner';
import { openEntry } from '@/components/wallet/transaction-sheet/sheet';
import type { ChainMapping, Coin } from '@/lib/api/types';
import { loadedPath } from '@/lib/browser/loaded-path';
import { notify } from '@/lib/browser/notices';
import { updatePageParams } from '@/lib/browser/page-params';
import { type Dapp, localText } from '@/lib/content/dapps';
import { useIsUnreachable } from '@/lib/evm/node-transport';
import { routes } from '@/lib/routes';
import { openBridge } from '@/lib/wallet/dapps/bridge';
import { createMethods } from '@/lib/wallet/dapps/dapp-methods';
import type { Protocol } from '@/lib/wallet/dapps/protocol';
import { createProvider, type DappProvider } from '@/lib/wallet/dapps/provider-methods';
import { createReviews, type DappReviews } from '@/lib/wallet/dapps/reviews';
import { listedToken } from '@/lib/wallet/tokens/listed-token';
import { AccessNote } from './access-note';
import { DappNote, PausedNote } from './paused-note';
import { ReviewDialog } from './review-dialog';

/** Time after which an opened DApp that has requested nothing counts as not connected. */
export const DAPP_SILENT_AFTER_MS = 10_000;

/**
 * The frame may run scripts, use its own storage, and submit forms. It can't navigate the top window, open windows,
 * or show browser dialogs.
 */
const SANDBOX = 'allow-scripts allow-same-origin allow-forms';

/** Returns whether this document was loaded as the DApps page. Only its Content-Security-Policy allows DApps. */
const isOwnDocument = (): boolean => (loadedPath() ?? routes.dapps) === routes.dapps;

type FrameProps = {
  dapp: Dapp;
  account: Address;
  chain: ChainMapping;
  /** The DApp's networks. */
  offered: readonly ChainMapping[];
  coins: readonly Coin[];
};

/**
 * React hook that tells an open DApp that another network was selected, or that the network can't be reached. A DApp that uses
 * only the provider gets an event. Any other is opened again, because the Safe Apps SDK has no events, and its methods keep the
 * network with which the DApp was opened.
 */
function useChainEvents(
  { chain, hasOnlyProvider }: { chain: ChainMapping; hasOnlyProvider: boolean },
  provider: DappProvider | null,
  onReopen: () => void,
) {
  const [openedWith] = useState(chain.id);
  const wasUnreachable = useRef(false);
  const isUnreachable = useIsUnreachable(chain.id);
  const followChain = useEffectEvent(() => {
    if (hasOnlyProvider) provider?.follow(chain);
    else if (chain.id !== openedWith) onReopen();
  });
  const report = useEffectEvent(() => {
    if (wasUnreachable.current === isUnreachable) return;
    wasUnreachable.current = isUnreachable;
    provider?.report(!isUnreachable);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect is for this change.
  useEffect(() => followChain(), [chain.id, hasOnlyProvider]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect is for this change.
  useEffect(() => report(), [isUnreachable]);
}

/** One load of the DApp in its sandboxed frame, with the reviews of its requests. */
function Frame({ dapp, account, chain, offered, coins, onReopen }: FrameProps & { onReopen: () => void }) {
  const t = useTranslations('wallet.dapps');
  const errors = useTranslations('wallet.errors');
  const tokens = useTranslations('wallet.portfolio.custom');
  const locale: Locale = useLocale();
  const config = useConfig();
  const queries = useQueryClient();
  const frame = useRef<HTMLIFrameElement>(null);
  const loads = useRef(0);
  const [opened, setOpened] = useState<{ reviews: DappReviews; provider: DappProvider } | null>(null);
  const [state, setState] = useState<'waiting' | 'heard' | 'silent' | 'closed'>('waiting');
  const [spoken, setSpoken] = useState<readonly Protocol[]>([]);
  const { origin } = dapp;
  const name = localText(dapp.name, locale);
  const url = `${origin}${dapp.path ?? '/'}`;

  const start = useEffectEvent(() => {
    const reviews = createReviews();
    const shared = {
      config,
      queries,
      chain,
      dapp: { name, origin },
      onProblem: (problem: Parameters<typeof errors>[0]) => notify('error', errors(problem)),
    };
    const provider = createProvider({
      ...shared,
      owner: account,
      chains: offered,
      reviews,
      emit: (event, value) => bridge.emit(event, value),
      onChain: (id) => updatePageParams({ chain: String(id) }),
      isListed: (chainId, address) => Boolean(listedToken(coins, chainId, address)),
      onToken: ({ symbol }) => notify('success', tokens('added', { symbol })),
      onShow: openEntry,
    });
    const end = () => {
      bridge.close();
      provider.stop();
      reviews.close();
    };
    const bridge = openBridge({
      frame: () => frame.current?.contentWindow ?? null,
      origin,
      methods: { safe: createMethods({ ...shared, account }, reviews), provider: provider.methods },
      onRequest: (protocol) => {
        setState('heard');
        setSpoken((known) => (known.includes(protocol) ? known : [...known, protocol]));
      },
      onTooLarge: () => {
        end();
        setState('closed');
      },
    });
    setOpened({ reviews, provider });
    return end;
  });
  useEffect(() => start(), []);
  useEffect(() => {
    const silent = () => setState((current) => (current === 'waiting' ? 'silent' : current));
    const timer = setTimeout(silent, DAPP_SILENT_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const hasOnlyProvider = spoken.length === 1 && spoken[0] === 'provider';
  useChainEvents({ chain, hasOnlyProvider }, opened?.provider ?? null, onReopen);

  // The page may make requests before its first `load` event. Each later event means that another page has loaded.
  const onLoad = () => {
    loads.current += 1;
    if (loads.current > 1) opened?.reviews.cancel();
  };
  const retry = (
    <Button size="small" onClick={onReopen}>
      {t('retry')}
    </Button>
  );
  if (state === 'closed') return <DappNote action={retry}>{t('tooLarge', { name })}</DappNote>;
  return (
    <>
      <AccessNote
        dapp={dapp}
        owner={account}
        network={chain.name}
        isSafe={spoken.includes('safe')}
        onChoose={opened?.provider.choose}
      />
      {state === 'silent' ? (
        <DappNote
          action={
            <>
              {retry}
              <ExternalLink href={url}>{t('newTab', { name })}</ExternalLink>
            </>
          }
        >
          {t('silent', { name })}
        </DappNote>
      ) : null}
      {opened ? <PausedNote name={name} reviews={opened.reviews} /> : null}
      <iframe
        ref={frame}
        title={t('frame', { name })}
        sandbox={SANDBOX}
        referrerPolicy="no-referrer"
        allow=""
        src={url}
        onLoad={onLoad}
        className="h-[calc(100dvh-16rem)] min-h-96 w-full min-w-0 rounded-soft border border-line bg-paper"
      />
      {opened ? <ReviewDialog reviews={opened.reviews} dapp={dapp} chains={offered} coins={coins} /> : null}
    </>
  );
}

/** An open DApp: its name, its origin, the account and network it uses, and its frame. */
export function DappFrame(props: FrameProps) {
  const [attempt, setAttempt] = useState(0);
  const isOwn = isOwnDocument();
  const { dapp, chain, offered } = props;
  useEffect(() => {
    if (!isOwn) window.location.reload();
  }, [isOwn]);
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <DappName dapp={dapp} />
        <NetworkSelect
          chain={chain}
          chainIds={offered.map(({ id }) => id)}
          chains={offered}
          onChange={(id) => updatePageParams({ chain: String(id) })}
        />
      </div>
      <NodeNote chainId={chain.id} network={chain.name} />
      {isOwn ? <Frame key={attempt} {...props} onReopen={() => setAttempt(attempt + 1)} /> : null}
    </>
  );
}
