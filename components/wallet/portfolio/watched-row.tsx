import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import type { Address } from 'viem';
import { Button } from '@/components/ui/button';
import { ExternalLink } from '@/components/ui/external-link';
import { FiatValueText } from '@/components/wallet/display/amount-text';
import { Avatar } from '@/components/wallet/display/avatar';
import { TextBar } from '@/components/wallet/display/skeleton';
import { TextButton, useCopy } from '@/components/wallet/display/text-button';
import { useSwapFocus } from '@/components/wallet/display/use-swap-focus';
import type { ChainMapping } from '@/lib/api/types';
import { notify } from '@/lib/browser/notices';
import { shortAddress } from '@/lib/evm/address';
import type { DisplayPrices } from '@/lib/prices/use-display-prices';
import type { KnownTotal } from '@/lib/wallet/portfolio/known-total';
import { removeWatched } from '@/lib/wallet/portfolio/watched-addresses';

/** The value of an address, or why it isn't shown. */
function Value({ known, money }: { known: KnownTotal | null; money: DisplayPrices['money'] }) {
  const t = useTranslations('wallet.portfolio');
  if (known === null) return <span className="text-sm text-muted">{t('watched.signedIn')}</span>;
  if (known.total !== null) return <FiatValueText value={known.total} money={money} />;
  if (known.isReading) return <TextBar className="w-20" />;
  return (
    <span className="text-sm text-muted">
      {t(known.failed.length > 0 ? 'watched.unread' : 'noFiatValue')}
    </span>
  );
}

/** One followed address with its value. Removing it requires a confirmation. */
export function WatchedRow({
  address,
  name,
  known,
  money,
  chains,
  onRemoved,
}: {
  address: Address;
  name: string;
  /** Null for the account that is signed in, whose total is above. */
  known: KnownTotal | null;
  money: DisplayPrices['money'];
  chains: readonly ChainMapping[];
  /** Called after the address is removed. Must move focus, because the focused row was removed. */
  onRemoved: () => void;
}) {
  const t = useTranslations('wallet.portfolio.watched');
  const copy = useCopy();
  const [isAsking, setAsking] = useState(false);
  const actions = useRef<HTMLDivElement>(null);
  useSwapFocus(actions, isAsking);
  const remove = () => {
    if (!removeWatched(address)) notify('warning', t('notKept'));
    onRemoved();
  };
  const short = shortAddress(address);
  return (
    <li className="border-b border-line py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1" aria-busy={known?.isReading}>
        <Avatar address={address} src={null} size={40} />
        <span className="grid min-w-0 flex-1">
          <bdi className="wrap-anywhere">{name}</bdi>
          {name === short ? null : <span className="font-mono text-xs text-muted">{short}</span>}
        </span>
        <span className="text-end">
          <Value known={known} money={money} />
        </span>
      </div>
      <div ref={actions} className="flex min-h-11 flex-wrap items-center gap-x-5 [&>a]:py-3">
        {isAsking ? (
          <span className="flex gap-3">
            <Button size="small" onClick={() => setAsking(false)}>
              {t('keep')}
            </Button>
            <Button size="small" aria-label={t('removeOf', { name })} onClick={remove}>
              {t('remove')}
            </Button>
          </span>
        ) : (
          <>
            <TextButton label={t('copyOf', { name })} onClick={() => void copy(address)}>
              {t('copy')}
            </TextButton>
            {chains.map(({ id, name: network, browserAddress }) => (
              <ExternalLink key={id} href={browserAddress + address}>
                {t('explorer', { network })}
              </ExternalLink>
            ))}
            <TextButton label={t('removeOf', { name })} onClick={() => setAsking(true)}>
              {t('remove')}
            </TextButton>
          </>
        )}
      </div>
    </li>
  );
}
