import { useTranslations } from 'next-intl';
import { CardFace } from './card-face';
import { physicalCardLines, virtualCardLines } from './card-lines';

/** Two sample cards, the physical one lying over the virtual one. */
export function CardMock({ className = '' }: { className?: string }) {
  const t = useTranslations('home.mock');
  return (
    <div role="img" aria-label={t('cardLabel')} className={`grid grid-cols-1 ${className}`}>
      <CardFace
        kind={t('virtual')}
        holder={t('holder')}
        digits="7742"
        lines={virtualCardLines}
        className="col-start-1 row-start-1 ms-[18%] w-[82%] border-edge bg-raised text-tide"
      />
      <CardFace
        kind={t('physical')}
        holder={t('holder')}
        digits="0418"
        lines={physicalCardLines}
        className="night col-start-1 row-start-1 mt-[28%] w-[82%] border-line text-tide"
      />
    </div>
  );
}
