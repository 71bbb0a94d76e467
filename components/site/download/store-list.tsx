import { useTranslations } from 'next-intl';
import { Icon } from '@/components/ui/icon';
import { STORE_NAMES, type StoreName, storeLinks } from '@/lib/content/website';
import { QrPopup } from './qr-popup';
import { StoreIcon } from './store-icon';

const ROW = 'flex min-h-20 items-center gap-5 border-t border-line py-3 pe-2';

/** A store's sign and name below what is said of it. */
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
 * The three ways to get the app (DOWN-1). One that the operator has set no link for is named as coming. `stage` places
 * each code over the drawing beside the list.
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
            <QrPopup
              link={link}
              label={t('qrLabel', { name })}
              caption={t('qrCaption', { name })}
              className={stage}
            />
          </li>
        );
      })}
    </ul>
  );
}
