import { type Locale, useLocale, useTranslations } from 'next-intl';
import { useEffect } from 'react';
import type { Address } from 'viem';
import { useConnection } from 'wagmi';
import { Button } from '@/components/ui/button';
import { notify } from '@/lib/browser/notices';
import { type Dapp, localText } from '@/lib/content/dapps';
import { shortAddress } from '@/lib/evm/address';
import { accessibleAccount, endAccess, useDappAccess, watchDappAccess } from '@/lib/wallet/dapps/access';
import { DappError } from '@/lib/wallet/dapps/protocol';

/** Which account an open DApp sees, with buttons to end that or to choose another account. */
export function AccessNote({
  dapp,
  owner,
  network,
  isSafe,
  onChoose,
}: {
  dapp: Dapp;
  /** The signed-in account. */
  owner: Address;
  network: string;
  /** Whether the DApp uses the Safe Apps SDK, which gives it the signed-in account. */
  isSafe: boolean;
  /** Opens the dialog that chooses the account. */
  onChoose: (() => Promise<unknown>) | undefined;
}) {
  const t = useTranslations('wallet.dapps');
  const locale: Locale = useLocale();
  const { addresses = [] } = useConnection();
  const entries = useDappAccess((state) => state.entries);
  useEffect(watchDappAccess, []);
  const { origin } = dapp;
  const name = localText(dapp.name, locale);
  const allowed = accessibleAccount(entries, { origin, owner, exposed: addresses });
  const seen = [...new Set([...(allowed ? [allowed] : []), ...(isSafe ? [owner] : [])])];
  const choose = async () => {
    try {
      await onChoose?.();
    } catch (error) {
      // The user closed the dialog, or a review is open, which the page shows.
      if (!(error instanceof DappError)) throw error;
    }
  };
  return (
    <div className="grid gap-2 text-sm text-muted">
      <div role="status">
        {seen.length === 0 ? <p>{t('access.none', { name })}</p> : null}
        {seen.map((account) => (
          <p key={account}>{t('sees', { name, account: shortAddress(account), network })}</p>
        ))}
      </div>
      <p>{t('extension', { name })}</p>
      {allowed ? (
        <div className="flex flex-wrap gap-3">
          <Button
            size="small"
            onClick={() => {
              endAccess({ origin, owner });
              notify('success', t('access.ended', { name }));
            }}
          >
            {t('access.disconnect')}
          </Button>
          {addresses.length > 1 ? (
            <Button size="small" onClick={() => void choose()}>
              {t('access.change')}
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
