import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import type { Card, CardPurchase } from '@/lib/api/types';
import { updateCard, useRefreshCard } from '@/lib/api/use-card';
import { messageOf } from './api-problem';

/** Blocks the merchant of a purchase for the card that paid, or allows it again. */
export function BlockMerchant({ purchase, card }: { purchase: CardPurchase; card: Card }) {
  const t = useTranslations('wallet.card');
  const refresh = useRefreshCard();
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { id: merchant } = purchase.merchant;
  if (merchant === null || card.status === 'closed') return null;
  const isBlocked = card.blockedMerchants.some(({ id }) => id === merchant);
  const change = async () => {
    setAsking(true);
    setProblem(null);
    try {
      await updateCard({
        id: card.id,
        ...(isBlocked ? { unblockMerchant: merchant } : { blockMerchant: merchant }),
      });
      void refresh();
    } catch (error) {
      setProblem(messageOf(error));
    }
    setAsking(false);
  };
  return (
    <div className="grid justify-items-start gap-2">
      <Button size="small" disabled={isAsking} aria-busy={isAsking} onClick={() => void change()}>
        {t(isBlocked ? 'unblock' : 'block')}
      </Button>
      <p className="measure text-sm text-muted">{t(isBlocked ? 'blockedNote' : 'blockNote')}</p>
      <p role="alert" className="field-error empty:hidden">
        {problem}
      </p>
    </div>
  );
}
