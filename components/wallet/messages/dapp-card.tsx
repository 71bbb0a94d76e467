import { type Locale, useLocale, useTranslations } from 'next-intl';
import { buttonClass } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { DappName } from '@/components/wallet/dapps/dapp-list';
import { dapps } from '@/lib/content/dapps';
import { getPathname } from '@/lib/i18n/navigation';
import { routes } from '@/lib/routes';
import type { ShownBody } from '@/lib/wallet/messages/timeline';

type DappBody = Extract<ShownBody, { type: 'dapp' }>;

/**
 * A DApp in a message, with the operator's name and origin for it. A message can't name or link to anything else: what
 * isn't listed here, under the same origin, is a line without details.
 */
export function DappCard({ body: { slug, origin } }: { body: DappBody }) {
  const t = useTranslations('wallet.messages.dapp');
  const locale: Locale = useLocale();
  const dapp = dapps.find((one) => one.slug === slug && one.origin === origin);
  if (!dapp) return <p className="text-sm text-muted">{t('unlisted')}</p>;
  return (
    <div className="grid gap-3">
      <DappName dapp={dapp} as="div" />
      {/* A full page load, because only that page's own document may frame DApps (Content-Security-Policy). */}
      <a
        href={getPathname({ locale, href: `${routes.dapps}?dapp=${dapp.slug}` })}
        className={buttonClass({ size: 'small', className: 'justify-self-start' })}
      >
        {t('open')}
      </a>
    </div>
  );
}

/** Dialog that shares one of the operator's DApps in the conversation. */
export function DappDialog({
  isOpen,
  onClose,
  onShare,
}: {
  isOpen: boolean;
  onClose: () => void;
  onShare: (body: DappBody) => void;
}) {
  const t = useTranslations('wallet.messages.dapp');
  return (
    <Dialog open={isOpen} onClose={onClose} title={t('title')} closeLabel={t('close')}>
      <ul className="grid pb-2">
        {dapps.map((dapp) => (
          <li key={dapp.slug} className="border-b border-line">
            <button
              type="button"
              onClick={() => {
                // The list can still be clicked while the dialog closes.
                if (isOpen) onShare({ type: 'dapp', slug: dapp.slug, origin: dapp.origin });
              }}
              className="w-full py-3 text-start hover:bg-sunken"
            >
              <DappName dapp={dapp} as="div" />
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
