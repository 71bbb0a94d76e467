import { type Locale, useLocale, useTranslations } from 'next-intl';
import { buttonClass } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { DappName } from '@/components/wallet/display/dapp-name';
import { dapps } from '@/lib/content/dapps';
import { getPathname } from '@/lib/i18n/navigation';
import type { ShownBody } from '@/lib/messages/protocol/message-changes';
import { routes } from '@/lib/routes';

type DappBody = Extract<ShownBody, { type: 'dapp' }>;

/**
 * Card of a DApp in a message, with the operator's name and origin for it. The message can't supply a name or link: a
 * DApp that isn't listed under the same origin is shown without details.
 */
export function DappCard({ body: { slug, origin } }: { body: DappBody }) {
  const t = useTranslations('wallet.messages.dapp');
  const locale: Locale = useLocale();
  const dapp = dapps.find((one) => one.slug === slug && one.origin === origin);
  if (!dapp) return <p className="text-sm text-muted">{t('unlisted')}</p>;
  return (
    <div className="grid gap-3">
      <DappName dapp={dapp} as="div" />
      {/* Needs a full page load: only the DApp page's own response allows frames (Content-Security-Policy). */}
      <a
        href={getPathname({ locale, href: `${routes.dapps}?dapp=${dapp.slug}` })}
        className={buttonClass({ size: 'small', className: 'justify-self-start' })}
      >
        {t('open')}
      </a>
    </div>
  );
}

/** Dialog to share one of the operator's DApps in the conversation. */
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
                // The list is still clickable during the closing animation.
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
