import { useTranslations } from 'next-intl';
import { buttonClass } from '@/components/ui/button';
import { CoinIcon } from '@/components/ui/coin-icon';
import { WalletLink } from '@/components/wallet/frame/wallet-link';
import type { OfferItem } from './group-offers';
import type { OfferFact } from './use-offer-text';

/** An offer's token, kind, and networks. */
export function OfferName({ text, icon, links }: Pick<OfferItem, 'text' | 'icon' | 'links'>) {
  return (
    <span className="flex items-start gap-3">
      {icon === undefined ? null : <CoinIcon icon={icon} />}
      <span className="min-w-0">
        <span className="block wrap-anywhere">{text.name}</span>
        <span className="block text-xs text-muted">{text.kind}</span>
        {links.map(({ network }) => (
          <span key={network} className="block text-xs text-muted">
            {network}
          </span>
        ))}
      </span>
    </span>
  );
}

/** The notes below a value. */
export function FactNotes({ notes }: Pick<OfferFact, 'notes'>) {
  return notes.map((note) => (
    <span key={note} className="block text-xs text-pretty text-muted">
      {note}
    </span>
  ));
}

/** Links to the page where the user can accept the offer, one for each network that has it. */
export function OfferLinks({ text, links }: Pick<OfferItem, 'text' | 'links'>) {
  const t = useTranslations('wallet.earn.offers');
  const isOne = links.length === 1;
  return (
    <div className="grid gap-2">
      {isOne ? null : (
        <span aria-hidden="true" className="text-xs text-muted">
          {t('on', { action: text.action })}
        </span>
      )}
      {links.map(({ network, href }) => (
        <WalletLink
          key={href}
          href={href}
          className={buttonClass({
            size: 'small',
            className: 'w-full px-2 whitespace-normal! wrap-anywhere',
          })}
        >
          {isOne ? (
            text.action
          ) : (
            <>
              <span className="sr-only">{t('on', { action: text.action })} </span>
              {network}
            </>
          )}
          <span className="sr-only">
            {' '}
            {text.name}, {text.kind}, {isOne ? `${network}, ` : ''}
            {text.lock.value}
          </span>
        </WalletLink>
      ))}
    </div>
  );
}
