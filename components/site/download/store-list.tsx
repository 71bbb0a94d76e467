import { useTranslations } from 'next-intl';
import { Icon } from '@/components/ui/icon';
import { STORE_NAMES, type StoreName, storeLinks } from '@/lib/content/website';
import { QrFigure } from './qr-figure';
import './qr-popup.css';

const glyphs: Record<StoreName, string> = {
  googlePlay: 'M7 4v24l20-12zM11 11v10M15 13.500v5M19 15v2',
  appStore: 'M9 3h14v26H9zM14 26h4M13 9h6M13 13h6M13 17h6',
  apk: 'M16 4v17M9 15l7 7 7-7M5 22v6h22v-6',
};

function StoreIcon({ store }: { store: StoreName }) {
  return <Icon path={glyphs[store]} size={32} />;
}

const ROW = 'flex min-h-20 items-center gap-5 border-t border-line py-3 pe-2';

/** A store's icon and name, below a short line of text. */
function StoreLabel({ store, lead, note }: { store: StoreName; lead: string; note?: string }) {
  const t = useTranslations('download.stores');
  return (
    <>
      <span className="text-water">
        <StoreIcon store={store} />
      </span>
      <span className="grow">
        <span className="block text-sm text-muted">{lead}</span>
        <span className="block font-display text-xl">{t(`${store}.name`)}</span>
        {note ? <span className="sr-only"> ({note})</span> : null}
      </span>
    </>
  );
}

/**
 * Lists the three ways to get the app (DOWN-1). A store without a configured link is marked as coming soon. `stage` is
 * the class that positions each QR code on top of the illustration next to the list.
 */
export function StoreList({ stage }: { stage: string }) {
  const t = useTranslations('download');
  return (
    <ul className="border-b border-line">
      {STORE_NAMES.map((store) => {
        const name = t(`stores.${store}.name`);
        const link = storeLinks[store];
        if (link === null)
          return (
            <li key={store} className={`${ROW} text-muted`}>
              <StoreLabel store={store} lead={t('soon')} />
            </li>
          );
        return (
          <li key={store} className="qr-store">
            <a
              href={link}
              target="_blank"
              rel="noopener"
              className={`${ROW} transition-[padding] hover:bg-sunken hover:ps-3`}
            >
              <StoreLabel store={store} lead={t(`stores.${store}.lead`)} note={t('newTab')} />
              <Icon path="M7 17 17 7M9 7h8v8" />
            </a>
            <div className={`qr-popup ${stage}`}>
              <QrFigure
                link={link}
                label={t('qrLabel', { name })}
                caption={t('qrCaption', { name })}
                className="rounded-soft border border-line bg-raised p-4"
              />
            </div>
          </li>
        );
      })}
    </ul>
  );
}
