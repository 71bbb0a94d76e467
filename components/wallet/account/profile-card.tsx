import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { Address } from 'viem';
import { CopyButton } from '@/components/wallet/display/copy-button';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { TextButton } from '@/components/wallet/display/text-button';
import { PrimaryName } from '@/components/wallet/ens/primary-name';
import { useUser } from '@/lib/api/hooks';
import type { DialogName } from '@/lib/browser/dialogs';
import { shortAddress } from '@/lib/evm/native-token';
import { Avatar } from './avatar';
import { InviteLink } from './invite-link';

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

/** Who is logged in: picture, name, address, invite code, inviter (WAL-2, WAL-11). */
export function ProfileCard({
  address,
  links,
  onOpen,
  idOf,
}: {
  address: Address;
  /** What can be done with the address. */
  links: ReactNode;
  onOpen: (dialog: ProfileDialogName) => void;
  /** Id of the button that opens a dialog. */
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
        <p className="font-mono text-sm break-all text-muted" title={address}>
          {address}
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
