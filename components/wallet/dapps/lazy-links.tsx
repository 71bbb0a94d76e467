import { useTranslations } from 'next-intl';
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { isWalletDocument } from '@/components/wallet/connect/wallet-document';
import { useSignedInAccount } from '@/components/wallet/frame/account-view';
import { useChainMapping, useCoins, useWebsite } from '@/lib/api/hooks';
import { notify } from '@/lib/browser/notices';
import { useDappAccess } from '@/lib/wallet/dapps/access';
import { endOpening, useLinks } from '@/lib/wallet/dapps/links/links';
import type { LinkDialogs } from './link-dialogs';

type Panel = ComponentType<Parameters<typeof LinkDialogs>[0]>;

/** Serves the DApps that are connected by links on every wallet page. Loads WalletConnect only if there are any. */
export function LazyLinks() {
  const t = useTranslations('wallet.dapps.link');
  const account = useSignedInAccount();
  const projectId = useWebsite().data?.walletConnectProjectId;
  const chains = useChainMapping().data;
  const coins = useCoins().data;
  const isOpening = useLinks((state) => state.isOpening);
  const hasLinks = useDappAccess(({ entries }) =>
    entries.some(({ owner, link }) => link !== undefined && owner === account),
  );
  const [loaded, setLoaded] = useState<{ Panel: Panel } | null>(null);
  const [isWanted, setWanted] = useState(false);
  // Only the policy of wallet pages allows WalletConnect's hosts. It stays wanted, because a DApp has to be told of its end.
  if ((isOpening || hasLinks) && !isWanted && isWalletDocument()) setWanted(true);
  const onFailure = useEffectEvent(() => {
    endOpening('failed');
    notify('error', t('unserved'));
  });
  useEffect(() => {
    if (!isWanted || loaded) return;
    let isCurrent = true;
    import('./link-dialogs').then(
      (module) => isCurrent && setLoaded({ Panel: module.LinkDialogs }),
      () => isCurrent && onFailure(),
    );
    return () => {
      isCurrent = false;
    };
  }, [isWanted, loaded]);
  if (!loaded || !account || typeof projectId !== 'string' || !chains?.length || !coins) return null;
  return <loaded.Panel {...{ projectId, account, chains, coins }} />;
}
