import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent } from 'react';
import type { Address } from 'viem';
import { useConfig } from 'wagmi';
import { openEntry } from '@/components/wallet/transaction-sheet/sheet';
import type { ChainMapping, Coin } from '@/lib/api/types';
import { notify } from '@/lib/browser/notices';
import { endOpening, type LinkedDapp, useLinks } from '@/lib/wallet/dapps/links/links';
import { serveLinks } from '@/lib/wallet/dapps/links/serve-links';
import { listedToken } from '@/lib/wallet/tokens/listed-token';
import { ReviewDialog } from './review-dialog';

/** What is known of the website that a DApp names. */
function SiteNote({ site, isVerified }: LinkedDapp) {
  const t = useTranslations('wallet.dapps.link');
  return isVerified ? (
    <p className="mt-3 text-sm text-muted">{t('verified', { site })}</p>
  ) : (
    <p className="mt-3 border-s-2 border-warning ps-3 text-sm">{t('unverified', { site })}</p>
  );
}

/** Serves the DApps that are connected by links, and shows the reviews of their requests on every wallet page. */
export function LinkDialogs({
  projectId,
  account,
  chains,
  coins,
}: {
  projectId: string;
  account: Address;
  chains: readonly ChainMapping[];
  coins: readonly Coin[];
}) {
  const t = useTranslations('wallet.dapps.link');
  const errors = useTranslations('wallet.errors');
  const tokens = useTranslations('wallet.portfolio.custom');
  const config = useConfig();
  const queries = useQueryClient();
  const linked = useLinks((state) => state.dapps);
  const onFailure = useEffectEvent(() => {
    if (useLinks.getState().isOpening) endOpening('failed');
    else notify('error', t('unserved'));
  });
  const serve = useEffectEvent((signal: AbortSignal) => {
    const options = {
      ...{ config, queries, chains, owner: account },
      onProblem: (problem: Parameters<typeof errors>[0]) => notify('error', errors(problem)),
      isListed: (chainId: number, address: Address) => Boolean(listedToken(coins, chainId, address)),
      onToken: ({ symbol }: { symbol: string }) => notify('success', tokens('added', { symbol })),
      onShow: openEntry,
      onUndelivered: (name: string) => notify('warning', t('undelivered', { name })),
    };
    serveLinks(projectId, options, signal).catch(() => onFailure());
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account or project has other sessions.
  useEffect(() => {
    const ending = new AbortController();
    serve(ending.signal);
    return () => ending.abort();
  }, [projectId, account]);
  return linked.map((dapp) => (
    <ReviewDialog
      key={dapp.origin}
      reviews={dapp.reviews}
      dapp={{ name: dapp.name, icon: null, origin: dapp.site }}
      // A sign-in message is for the DApp's own website only if that is known.
      origin={dapp.isVerified ? dapp.site : dapp.origin}
      note={<SiteNote {...dapp} />}
      chains={chains}
      coins={coins}
    />
  ));
}
