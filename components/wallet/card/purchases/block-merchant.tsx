import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { useCardCall } from '@/components/wallet/card/parts/use-card-call';
import type { Card, CardPurchase } from '@/lib/api/types';
import { updateCard } from '@/lib/api/use-card';

/** Blocks the merchant of a purchase for the card that paid, or allows it again. */
export function BlockMerchant({ purchase, card }: { purchase: CardPurchase; card: Card }) {
  const t = useTranslations('wallet.card');
  const { isSending, problem, send } = useCardCall();
  const { id: merchant } = purchase.merchant;
  if (merchant === null || card.status === 'closed') return null;
  const isBlocked = card.blockedMerchants.some(({ id }) => id === merchant);
  const change = () =>
    updateCard({ id: card.id, ...(isBlocked ? { unblockMerchant: merchant } : { blockMerchant: merchant }) });
  return (
    <div className="grid justify-items-start gap-2">
      <Button size="small" disabled={isSending} aria-busy={isSending} onClick={() => void send(change)}>
        {t(isBlocked ? 'unblock' : 'block')}
      </Button>
      <p className="measure text-sm text-muted">{t(isBlocked ? 'blockedNote' : 'blockNote')}</p>
      <p role="alert" className="field-error empty:hidden">
        {problem}
      </p>
    </div>
  );
}
