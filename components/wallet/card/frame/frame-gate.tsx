import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import type { CardData } from '@/components/wallet/card/parts/card-params';
import { ListedCard } from '@/components/wallet/card/parts/money-gate';
import type { Card } from '@/lib/api/types';
import { loadedPath } from '@/lib/browser/loaded-path';
import { routes } from '@/lib/routes';

/** Returns whether this document was loaded as the card page, whose policy lets it frame another host. */
const isOwnDocument = (): boolean => (loadedPath() ?? routes.card) === routes.card;

/** Shows `children` for the card that the URL names and the frame's origin, once this page may frame it. */
export function FrameGate({
  data,
  children,
}: {
  data: CardData;
  children: (card: Card, origin: string) => ReactNode;
}) {
  const t = useTranslations('wallet.card');
  return (
    <ListedCard data={data}>
      {(card, { program: { frameOrigin } }) => {
        if (!frameOrigin) return <p className="text-muted">{t('cardUnknown')}</p>;
        // Client-side navigation keeps the policy of the first page, which frames nothing.
        if (isOwnDocument()) return children(card, frameOrigin);
        return (
          <div className="grid justify-items-start gap-4">
            <p className="measure text-muted">{t('number.reload')}</p>
            <Button variant="signal" onClick={() => window.location.reload()}>
              {t('number.reloadAction')}
            </Button>
          </div>
        );
      }}
    </ListedCard>
  );
}
