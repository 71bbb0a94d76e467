import { useQueryClient } from '@tanstack/react-query';
import { type Locale, useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Address } from 'viem';
import { useConfig } from 'wagmi';
import { useStore } from 'zustand';
import { Button } from '@/components/ui/button';
import { ExternalLink } from '@/components/ui/external-link';
import { DappName } from '@/components/wallet/display/dapp-name';
import { NetworkSelect } from '@/components/wallet/fields/network-select';
import { NodeNote } from '@/components/wallet/frame/node-banner';
import type { ChainMapping } from '@/lib/api/types';
import { loadedPath } from '@/lib/browser/loaded-path';
import { notify } from '@/lib/browser/notices';
import { updatePageParams } from '@/lib/browser/page-params';
import { type Dapp, localText } from '@/lib/content/dapps';
import { shortAddress } from '@/lib/evm/address';
import { routes } from '@/lib/routes';
import { openBridge } from '@/lib/wallet/dapps/bridge';
import { createMethods } from '@/lib/wallet/dapps/dapp-methods';
import { createReviews, type DappReviews } from '@/lib/wallet/dapps/reviews';
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

function Note({ children, action }: { children: ReactNode; action: ReactNode }) {
  return (
    <div
      role="status"
      className="grid justify-items-start gap-x-6 gap-y-2 border-s-2 border-warning ps-3 text-sm"
    >
      <p>{children}</p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">{action}</div>
    </div>
  );
}

/** States that requests are paused because the user rejected several in a row. */
function PausedNote({ name, reviews }: { name: string; reviews: DappReviews }) {
  const t = useTranslations('wallet.dapps');
  const isPaused = useStore(reviews.store, (state) => state.isPaused);
  if (!isPaused) return null;
  return (
    <Note
      action={
        <Button size="small" onClick={reviews.resume}>
          {t('allow')}
        </Button>
      }
    >
      {t('paused', { name })}
    </Note>
  );
}

type FrameProps = {
  dapp: Dapp;
  account: Address;
  chain: ChainMapping;
};

/** One load of the DApp in its sandboxed frame, with the reviews of its requests. */
function Frame({ dapp, account, chain, onRetry }: FrameProps & { onRetry: () => void }) {
  const t = useTranslations('wallet.dapps');
  const errors = useTranslations('wallet.errors');
  const locale: Locale = useLocale();
  const config = useConfig();
  const queries = useQueryClient();
  const frame = useRef<HTMLIFrameElement>(null);
  const loads = useRef(0);
  const [reviews, setReviews] = useState<DappReviews | null>(null);
  const [state, setState] = useState<'waiting' | 'heard' | 'silent' | 'closed'>('waiting');
  const { origin } = dapp;
  const name = localText(dapp.name, locale);
  const url = `${origin}${dapp.path ?? '/'}`;

  const start = useEffectEvent(() => {
    const opened = createReviews();
    const session = {
      config,
      queries,
      account,
      chain,
      dapp: { name, origin },
      onProblem: (problem: Parameters<typeof errors>[0]) => notify('error', errors(problem)),
    };
    const close = openBridge({
      frame: () => frame.current?.contentWindow ?? null,
      origin,
      methods: createMethods(session, opened),
      onRequest: () => setState('heard'),
      onTooLarge: () => {
        opened.close();
        setState('closed');
      },
    });
    setReviews(opened);
    return () => {
      close();
      opened.close();
    };
  });
  useEffect(() => start(), []);
  useEffect(() => {
    const silent = () => setState((current) => (current === 'waiting' ? 'silent' : current));
    const timer = setTimeout(silent, DAPP_SILENT_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);

  // The page may make requests before its first `load` event. Each later event means that another page has loaded.
  const onLoad = () => {
    loads.current += 1;
    if (loads.current > 1) reviews?.cancel();
  };
  const retry = (
    <Button size="small" onClick={onRetry}>
      {t('retry')}
    </Button>
  );
  if (state === 'closed') return <Note action={retry}>{t('tooLarge', { name })}</Note>;
  return (
    <>
      {state === 'silent' ? (
        <Note
          action={
            <>
              {retry}
              <ExternalLink href={url}>{t('newTab', { name })}</ExternalLink>
            </>
          }
        >
          {t('silent', { name })}
        </Note>
      ) : null}
      {reviews ? <PausedNote name={name} reviews={reviews} /> : null}
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
      {reviews ? <ReviewDialog reviews={reviews} dapp={dapp} chain={chain} /> : null}
    </>
  );
}

/** An open DApp: its name, its origin, the account and network it uses, and its frame. */
export function DappFrame({ offered, ...props }: FrameProps & { offered: readonly ChainMapping[] }) {
  const t = useTranslations('wallet.dapps');
  const locale: Locale = useLocale();
  const [attempt, setAttempt] = useState(0);
  const isOwn = isOwnDocument();
  const { dapp, account, chain } = props;
  const name = localText(dapp.name, locale);
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
      <div className="text-sm text-muted">
        <p>{t('sees', { name, account: shortAddress(account), network: chain.name })}</p>
        <p>{t('extension', { name })}</p>
      </div>
      <NodeNote chainId={chain.id} network={chain.name} />
      {isOwn ? <Frame key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} /> : null}
    </>
  );
}
