import { useTranslations } from 'next-intl';
import { StatusMark } from '@/components/wallet/display/status-mark';
import type { Card } from '@/lib/api/types';

const marks = { active: 'success', opening: 'pending', frozen: 'pending', closed: 'reverted' } as const;

/** Whether a card can be used, as an icon and text. */
export function CardStatus({ card: { status } }: { card: Pick<Card, 'status'> }) {
  const t = useTranslations('wallet.card');
  return (
    <p className="text-sm">
      <StatusMark status={marks[status]} text={t(`status.${status}`)} />
    </p>
  );
}
