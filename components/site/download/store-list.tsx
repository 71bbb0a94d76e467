import { useTranslations } from 'next-intl';
import { Icon } from '@/components/ui/icon';
import { STORE_NAMES, storeLinks } from '@/lib/content/website';
import { QrPopup } from './qr-popup';
import { StoreIcon } from './store-icon';

/** The three ways to get the app. `stage` places each code over the drawing beside the list. */
export function StoreList({ stage }: { stage: string }) {
  const t = useTranslations('download');
  return (
    <ul className="border-b border-line">
      {STORE_NAMES.map((store) => {
        const name = t(`stores.${store}.name`);
        return (
          <li key={store} className="qr-store">
            <a
              href={storeLinks[store]}
              target="_blank"
              rel="noopener"
              className="flex min-h-20 items-center gap-5 border-t border-line py-3 pe-2 transition-[padding] hover:bg-sunken hover:ps-3"
            >
              <span className="text-water">
                <StoreIcon store={store} />
              </span>
              <span className="grow">
                <span className="block text-sm text-muted">{t(`stores.${store}.lead`)}</span>
                <span className="block font-display text-xl">{name}</span>
                <span className="sr-only"> ({t('newTab')})</span>
              </span>
              <Icon path="M7 17 17 7M9 7h8v8" />
            </a>
            <QrPopup
              link={storeLinks[store]}
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
