import { buttonClass } from '@/components/ui/button';
import { CoinIcon } from '@/components/ui/option-icon';
import { WalletLink } from '@/components/wallet/shell/wallet-link';
import type { Offer } from '@/lib/wallet/earn/offers';
import type { OfferFact, OfferText } from './use-offer-text';

/** An offer, its display strings, and its icon. */
export type OfferItem = { offer: Offer; text: OfferText; icon: string | undefined };

/** An offer's token, kind, and network. */
export function OfferName({ text, icon }: Pick<OfferItem, 'text' | 'icon'>) {
  return (
    <span className="flex items-start gap-3">
      {icon === undefined ? null : <CoinIcon icon={icon} />}
      <span className="min-w-0">
        <span className="block wrap-anywhere">{text.name}</span>
        <span className="block text-xs text-muted">{text.kind}</span>
        <span className="block text-xs text-muted">{text.network}</span>
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

/** Link to the page where the user can accept the offer. */
export function OfferLink({ text, className = '' }: { text: OfferText; className?: string }) {
  return (
    <WalletLink href={text.href} className={buttonClass({ size: 'small', className })}>
      {text.action}
      <span className="sr-only">
        {' '}
        {text.name}, {text.kind}, {text.network}, {text.lock.value}
      </span>
    </WalletLink>
  );
}
