import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { CoinIcon } from '@/components/ui/coin-icon';
import { Icon } from '@/components/ui/icon';
import { Figure } from './figure';

function Bubble({ mine = false, children }: { mine?: boolean; children: ReactNode }) {
  const side = mine ? 'ms-auto bg-water text-on-water' : 'me-auto bg-sunken text-ink';
  return <p className={`max-w-[82%] rounded-soft px-4 py-2.5 text-sm ${side}`}>{children}</p>;
}

/** A sample conversation with a transfer among its messages. */
export function ChatMock({ className = '' }: { className?: string }) {
  const t = useTranslations('home.mock');
  return (
    <div
      role="img"
      aria-label={t('chatLabel')}
      className={`rounded-soft border border-line bg-raised ${className}`}
    >
      <div className="flex items-center gap-3 border-b border-line px-5 py-4">
        <span className="grid size-10 place-items-center rounded-full border border-water text-water">
          {t('contact').slice(0, 1)}
        </span>
        <span className="leading-tight">
          {t('contact')}
          <span className="block text-xs text-muted">{t('encrypted')}</span>
        </span>
        <Icon
          path="M5 4h4l2 5-2.500 1.500a11 11 0 0 0 5 5L15 13l5 2v4a1.500 1.500 0 0 1-1.600 1.500A16 16 0 0 1 3.500 5.600 1.500 1.500 0 0 1 5 4z"
          className="ms-auto text-water"
        />
      </div>
      <div className="flex flex-col gap-3 px-5 py-6">
        <Bubble>{t('ask')}</Bubble>
        <Bubble mine>{t('reply')}</Bubble>
        <div className="ms-auto w-[78%] rounded-soft border border-water bg-paper p-4">
          <p className="text-xs text-muted">{t('sent')}</p>
          <p className="flex items-center gap-2.5 py-1">
            <CoinIcon icon="/coins/usdt.svg" size={28} />
            <Figure value="24.00" className="font-display text-xl" />
            <span className="text-sm text-muted">USDT</span>
          </p>
          <p className="figures flex justify-between border-t border-line pt-2 text-xs text-muted">
            <span>{t('fee')}</span>
            <span className="flex items-center gap-1 text-success">
              <Icon path="m4 10 4 4 8-9" size={20} className="size-4" />
              19:42
            </span>
          </p>
        </div>
        <Bubble>{t('thanks')}</Bubble>
      </div>
      <p className="mx-5 mb-5 flex min-h-11 items-center rounded-sharp border border-line px-4 text-sm text-muted">
        {t('message')}
      </p>
    </div>
  );
}
