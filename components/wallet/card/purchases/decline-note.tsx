import { useTranslations } from 'next-intl';
import type { CardPurchase } from '@/lib/api/types';

/** Reasons of declined purchases that have a text. All others have a common one. */
const reasons = [
  'card_frozen',
  'card_closed',
  'card_not_open',
  'merchant_blocked',
  'currency_unsupported',
  'amount_owed',
  'account_recovering',
  'price_unavailable',
  'insufficient_funds',
  'day_limit',
  'month_limit',
  'unavailable',
] as const;

/** Says why a purchase was declined, and what to do. */
export function DeclineNote({ purchase: { state, reason } }: { purchase: CardPurchase }) {
  const t = useTranslations('wallet.card.declined');
  if (state !== 'declined') return null;
  const same = reason === 'chain_unavailable' ? 'unavailable' : reason;
  const known = reasons.find((one) => one === same) ?? 'other';
  return <p className="measure border-s-2 border-error ps-3 text-sm">{t(known)}</p>;
}
