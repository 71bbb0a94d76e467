import { useTranslations } from 'next-intl';
import { useId } from 'react';
import type { Address } from 'viem';
import { Button } from '@/components/ui/button';
import { ExternalLink } from '@/components/ui/external-link';
import { Icon } from '@/components/ui/icon';
import { GroupedAddress } from '@/components/wallet/display/grouped-address';
import type { ChainMapping } from '@/lib/api/types';
import { delegateName } from '@/lib/evm/delegates';

const WARNING = 'M10 2.5 18.5 17h-17ZM10 8v4m0 2v.5';

/**
 * The code that an account runs on a network (EIP-7702), what it may do, and how to stop it. There is no button, because
 * wallets don't let a site ask for the authorization that stops it.
 */
export function DelegationNote({
  delegate,
  isFailed,
  retry,
  chain,
}: {
  /** Null if the account runs no code, undefined if that isn't known. */
  delegate: Address | null | undefined;
  isFailed: boolean;
  /** Undefined if the section has a button that retries everything. */
  retry: (() => void) | undefined;
  chain: ChainMapping;
}) {
  const approvals = useTranslations('wallet.approvals');
  const t = useTranslations('wallet.approvals.delegation');
  const id = useId();
  if (delegate === undefined)
    return isFailed ? (
      <p role="status" className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        {t('unreadable')}
        {retry ? (
          <Button size="small" onClick={retry}>
            {approvals('retry')}
          </Button>
        ) : null}
      </p>
    ) : null;
  if (delegate === null) return null;
  const name = delegateName(delegate);
  const look =
    name === null
      ? { line: 'border-error', text: 'text-error' }
      : { line: 'border-warning', text: 'text-warning' };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs, and this is only read
    <div role="group" aria-labelledby={id} className={`grid gap-2 border-s-2 ps-3 text-sm ${look.line}`}>
      <h3 id={id} className={`flex items-center gap-2 text-base ${look.text}`}>
        <Icon path={WARNING} size={20} />
        {name === null ? t('unknown') : t('known', { wallet: name })}
      </h3>
      <p className="wrap-anywhere">
        {t('code')}{' '}
        <ExternalLink href={chain.browserAddress + delegate}>
          <GroupedAddress address={delegate} />
        </ExternalLink>
      </p>
      <p className="measure">{t(name === null ? 'dangerText' : 'knownText')}</p>
      <p className="measure">{t('undo')}</p>
      {isFailed ? <p className="text-muted">{t('stale')}</p> : null}
    </div>
  );
}
