'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useId } from 'react';
import { ConnectedDapps } from '@/components/wallet/display/connected-dapps';
import { SwapPreferenceFields } from '@/components/wallet/fields/swap-preference-fields';
import { WalletLink } from '@/components/wallet/frame/wallet-link';
import { ContactsTransfer } from '@/components/wallet/transfer/contacts-transfer';
import { useWebsite } from '@/lib/api/hooks';
import { hasDapps } from '@/lib/content/dapps';
import { routes } from '@/lib/routes';
import { useSession } from '@/lib/session/session';
import { useContacts, watchContacts } from '@/lib/wallet/contacts/contacts';
import { useDappAccess } from '@/lib/wallet/dapps/access';
import { DisplaySettings } from './display-settings';
import { NetworkSettings } from './network-settings';
import { NodeSettings } from './node-settings';
import { PushSettings } from './push-settings';
import { SessionList } from './session-list';
import { SettingsPart } from './settings-part';

function SwapPart() {
  const t = useTranslations('wallet.settings.swap');
  const id = useId();
  return (
    <SettingsPart title={t('title')}>
      <SwapPreferenceFields slippageId={`${id}-slippage`} minutesId={`${id}-minutes`} />
    </SettingsPart>
  );
}

function ContactsPart() {
  const t = useTranslations('wallet.settings.contacts');
  const count = useContacts((state) => state.entries.length);
  useEffect(watchContacts, []);
  return (
    <SettingsPart title={t('title')} about={t('about', { count })}>
      <ContactsTransfer />
      <WalletLink href={routes.pay}>{t('open')}</WalletLink>
    </SettingsPart>
  );
}

/** The DApps that may see an account, if the site lists DApps, or listed some before. */
function DappsPart() {
  const t = useTranslations('wallet.dapps.access');
  const settings = useTranslations('wallet.settings.more');
  const isEmpty = useDappAccess((state) => state.entries.length === 0);
  if (isEmpty && !hasDapps) return null;
  return (
    <SettingsPart title={t('title')} about={t('about')}>
      <ConnectedDapps />
      {hasDapps ? <WalletLink href={routes.dapps}>{settings('dapps')}</WalletLink> : null}
    </SettingsPart>
  );
}

/** Notifications, devices, and sites, each with a link to the page that has its settings. */
function MorePart() {
  const t = useTranslations('wallet.settings.more');
  const hasMessages = Boolean(useWebsite().data?.messages);
  return (
    <SettingsPart title={t('title')}>
      <ul className="grid">
        {hasMessages ? (
          <li>
            <WalletLink href={`${routes.messages}?show=settings`}>{t('messages')}</WalletLink>
          </li>
        ) : null}
        <li>
          <WalletLink href={routes.coins}>{t('alerts')}</WalletLink>
        </li>
        <li>
          <WalletLink href={routes.approvals}>{t('approvals')}</WalletLink>
        </li>
      </ul>
    </SettingsPart>
  );
}

/** Settings page: of this device, and of the signed-in account. */
export function Settings() {
  const { token, account } = useSession();
  return (
    <div className="grid max-w-form gap-10">
      <DisplaySettings />
      <NetworkSettings />
      <SwapPart />
      <ContactsPart />
      <DappsPart />
      {token !== null && account !== null ? <PushSettings account={account} /> : null}
      {token !== null ? <SessionList /> : null}
      <MorePart />
      {/* Last, because it appears only once the site's settings have been read. */}
      <NodeSettings />
    </div>
  );
}
