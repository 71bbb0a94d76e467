import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { TextButton } from '@/components/wallet/display/text-button';
import { useChainMapping, useWebsite } from '@/lib/api/hooks';
import type { ChainMapping } from '@/lib/api/types';
import { useIsUnreachable } from '@/lib/evm/node-transport';
import { useOwnNodeUrl } from '@/lib/wallet/networks/own-nodes';
import { NodeForm } from './node-form';
import { SettingsPart } from './settings-part';

/** Returns the origins of a network's listed nodes, to which the page may connect anyway. */
const listedOrigins = ({ rpcUrl, fallbackRpcUrls = [] }: ChainMapping): string[] =>
  [rpcUrl, ...fallbackRpcUrls].flatMap((url) => (URL.canParse(url) ? [new URL(url).origin] : []));

function NodeRow({
  chain,
  allowed,
  isOpen,
  onToggle,
}: {
  chain: ChainMapping;
  allowed: readonly string[];
  isOpen: boolean;
  onToggle: () => void;
}) {
  const t = useTranslations('wallet.settings.nodes');
  const { id, name } = chain;
  const own = useOwnNodeUrl(id);
  const isUnreachable = useIsUnreachable(id);
  return (
    <li className="grid">
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4">
        <span className="min-w-0">
          <span className="block text-sm text-muted">{name}</span>
          <span className="wrap-anywhere">
            {own === null ? t('site') : t('own', { host: new URL(own).host })}
          </span>
          {own !== null && isUnreachable ? (
            <span className="block text-sm text-error">{t('silent')}</span>
          ) : null}
        </span>
        {isOpen ? null : (
          <TextButton label={t('changeOf', { network: name })} onClick={onToggle}>
            {t('change')}
          </TextButton>
        )}
      </div>
      {isOpen ? (
        <NodeForm chain={chain} allowed={[...allowed, ...listedOrigins(chain)]} onClose={onToggle} />
      ) : null}
    </li>
  );
}

const noChains: readonly ChainMapping[] = [];

/**
 * The user's own RPC endpoint of each network. Not shown if the operator allows none, because the pages' policy then blocks
 * every connection to one.
 */
export function NodeSettings() {
  const t = useTranslations('wallet.settings.nodes');
  const { data: chains = noChains } = useChainMapping();
  const allowed = useWebsite().data?.rpcOrigins ?? [];
  const [openId, setOpenId] = useState<number | null>(null);
  if (allowed.length === 0 || chains.length === 0) return null;
  return (
    <SettingsPart title={t('title')} about={t('about')}>
      <ul className="measure grid list-disc gap-1 ps-5 text-sm text-muted">
        {(['privacy', 'server', 'wallet', 'trust'] as const).map((what) => (
          <li key={what}>{t(`note.${what}`)}</li>
        ))}
      </ul>
      <ul aria-label={t('title')} className="grid">
        {chains.map((chain) => (
          <NodeRow
            key={chain.id}
            chain={chain}
            allowed={allowed}
            isOpen={openId === chain.id}
            onToggle={() => setOpenId(openId === chain.id ? null : chain.id)}
          />
        ))}
      </ul>
    </SettingsPart>
  );
}
