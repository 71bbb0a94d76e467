import { useTranslations } from 'next-intl';
import { StatusMark } from '@/components/wallet/display/status-mark';
import type { Card } from '@/lib/api/types';

const marks = { active: 'success', opening: 'pending', frozen: 'pending', closed: 'reverted' } as const;

/** Whether a card can be used, as an icon and text. An `opening` card without a shipment is shown as unusable until its account is read. */
export function CardStatus({ card: { status, shipping } }: { card: Pick<Card, 'status' | 'shipping'> }) {
  const t = useTranslations('wallet.card');
  const shown = status === 'opening' && shipping === null ? 'unread' : status;
  return (
    <p className="text-sm">
      <StatusMark status={marks[status]} text={t(`status.${shown}`)} />
    </p>
  );
}
