import { useLocale, useTranslations } from 'next-intl';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { Address } from 'viem';
import { Avatar } from '@/components/wallet/display/avatar';
import { GroupedAddress } from '@/components/wallet/display/grouped-address';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { CopyButton, TextButton } from '@/components/wallet/display/text-button';
import { PrimaryName } from '@/components/wallet/ens/name-lookup';
import { useUser } from '@/lib/api/hooks';
import type { DialogName } from '@/lib/browser/dialogs';
import { shortAddress } from '@/lib/evm/address';
import { getPathname } from '@/lib/i18n/navigation';
import { routes } from '@/lib/routes';
import { inviteLink } from '@/lib/wallet/account/invitation';

// The QR code is loaded on demand, because few users open it.
const QrCode = lazy(() =>
  import('@/components/wallet/display/qr-code').then((file) => ({ default: file.QrCode })),
);

/** The user's invite code as a link and as a QR code (WAL-11). */
function InviteLink({ code }: { code: string }) {
  const t = useTranslations('wallet.profile.invite');
  const locale = useLocale();
  const [isOpen, setOpen] = useState(false);
  const details = useRef<HTMLDetailsElement>(null);
  // Scroll to the section when it opens, because it is at the end of the dialog, out of view.
  useEffect(() => {
    if (isOpen) details.current?.scrollIntoView({ block: 'start' });
  }, [isOpen]);
  const wallet = new URL(getPathname({ locale, href: routes.wallet }), window.location.origin).href;
  const link = inviteLink(wallet, code);
  return (
    <details
      ref={details}
      className="border-t border-line"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="min-h-11 cursor-pointer py-2.5 text-sm">{t('show')}</summary>
      {isOpen ? (
        <div className="grid justify-items-start gap-2 pb-3">
          <div className="aspect-square w-full max-w-60">
            <Suspense fallback={<div aria-busy="true" className="size-full rounded-sharp bg-sunken" />}>
              <QrCode value={link} label={t('code', { code })} />
            </Suspense>
          </div>
          <code className="text-xs wrap-anywhere text-muted">{link}</code>
          <CopyButton text={link} label={t('copyLink')} />
        </div>
      ) : null}
    </details>
  );
}

export type ProfileDialogName = Extract<DialogName, 'editName' | 'addInviter' | 'avatar'>;

function Fact({ term, action, children }: { term: string; action: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line">
      <dt className="text-muted">{term}</dt>
      <dd className="flex flex-wrap items-center gap-x-3">
        {children}
        {action}
      </dd>
    </div>
  );
}

/** Profile of the signed-in user: picture, name, address, invite code, and inviter (WAL-2, WAL-11). */
export function ProfileCard({
  address,
  links,
  onOpen,
  idOf,
}: {
  address: Address;
  /** Links and buttons shown next to the address. */
  links: ReactNode;
  onOpen: (dialog: ProfileDialogName) => void;
  /** Returns the ID of the button that opens a dialog. */
  idOf: (dialog: ProfileDialogName) => string;
}) {
  const t = useTranslations('wallet.profile');
  const { data: user, error, mutate } = useUser();
  const opener = (dialog: ProfileDialogName, label: string) => (
    <TextButton id={idOf(dialog)} opensDialog onClick={() => onOpen(dialog)}>
      {label}
    </TextButton>
  );
  return (
    <div className="grid gap-3" aria-busy={!user && !error}>
      <div className="flex items-center gap-4">
        <Avatar address={address} src={user?.avatar ?? null} size={64} />
        <div className="min-w-0">
          <p className={`text-lg wrap-anywhere ${user?.name ? '' : 'text-muted'}`}>
            <bdi>{user ? (user.name ?? t('noName')) : shortAddress(address)}</bdi>
          </p>
          {user ? (
            <div className="flex flex-wrap gap-x-4">
              {opener('editName', t('editName'))}
              {opener('avatar', t('changePicture'))}
            </div>
          ) : null}
        </div>
      </div>
      <div>
        <p className="text-muted" title={address}>
          <GroupedAddress address={address} />
        </p>
        <PrimaryName address={address} />
        <div className="mt-1 flex flex-wrap items-center gap-x-4">{links}</div>
      </div>
      {error && !user ? (
        <RetryAlert message={t('failed')} retryLabel={t('retry')} onRetry={() => void mutate()} />
      ) : null}
      {user ? (
        <dl className="text-sm">
          <Fact term={t('inviteCode')} action={<CopyButton text={user.inviteCode} label={t('copyCode')} />}>
            <span className="font-mono">{user.inviteCode}</span>
          </Fact>
          <Fact
            term={t('inviter')}
            action={
              user.inviter ? (
                <CopyButton text={user.inviter} label={t('copyInviter')} />
              ) : (
                opener('addInviter', t('addInviter'))
              )
            }
          >
            {user.inviter ? (
              <span className="font-mono" title={user.inviter}>
                {shortAddress(user.inviter)}
              </span>
            ) : null}
          </Fact>
        </dl>
      ) : null}
      {user ? <InviteLink code={user.inviteCode} /> : null}
    </div>
  );
}
