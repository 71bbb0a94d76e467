import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { useCardCall } from '@/components/wallet/card/parts/use-card-call';
import type { Card } from '@/lib/api/types';
import { updateCard } from '@/lib/api/use-card';

/** The merchants that a card refuses, each with a button to allow it again. Renders nothing if there are none. */
export function BlockedMerchants({ card: { id, blockedMerchants } }: { card: Card }) {
  const t = useTranslations('wallet.card');
  const { isSending, problem, send } = useCardCall();
  if (blockedMerchants.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="min-h-11 py-2.5">{t('blocked', { count: blockedMerchants.length })}</summary>
      <ul className="grid gap-2">
        {blockedMerchants.map(({ id: merchant, name }) => (
          <li key={merchant} className="flex flex-wrap items-center justify-between gap-x-4">
            <span className="min-w-0 wrap-anywhere">{name ?? merchant}</span>
            <Button
              size="small"
              disabled={isSending}
              aria-label={t('actionOf', { action: t('unblock'), card: name ?? merchant })}
              onClick={() => void send(() => updateCard({ id, unblockMerchant: merchant }))}
            >
              {t('unblock')}
            </Button>
          </li>
        ))}
      </ul>
      <p role="alert" className="field-error empty:hidden">
        {problem}
      </p>
    </details>
  );
}
