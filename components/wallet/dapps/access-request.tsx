import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Address } from 'viem';
import { RequestDecision, useIsSettled } from '@/components/wallet/signing/sign-request';

/** Asks whether a DApp may see an account, and which one if the wallet exposes several. */
export function AccessRequest({
  id,
  accounts,
  account,
  onConfirm,
  onReject,
}: {
  id: number;
  accounts: readonly Address[];
  /** The account that is selected at first. */
  account: Address;
  onConfirm: (account: Address) => void;
  onReject: () => void;
}) {
  const t = useTranslations('wallet.dapps.access');
  const [chosen, setChosen] = useState(account);
  const shown = `access ${id}`;
  const isReady = useIsSettled(shown, { isForeign: true, isRead: true });
  return (
    <div className="flex flex-col gap-5">
      <p>{t('what')}</p>
      {accounts.length > 1 ? (
        <fieldset className="grid gap-2">
          <legend className="text-sm">{t('choose')}</legend>
          {accounts.map((one) => (
            <label key={one} className="option-row">
              <input
                type="radio"
                name={`dapp-account-${id}`}
                checked={one === chosen}
                onChange={() => setChosen(one)}
              />
              <span dir="ltr" className="min-w-0 font-mono text-sm wrap-anywhere">
                {one}
              </span>
            </label>
          ))}
        </fieldset>
      ) : (
        <p dir="ltr" className="font-mono text-sm wrap-anywhere">
          {account}
        </p>
      )}
      <p className="text-sm text-muted">{t('end')}</p>
      <RequestDecision
        shown={shown}
        needsConsent={false}
        isReady={isReady}
        fee={null}
        onDecide={(isConfirmed) => (isConfirmed ? onConfirm(chosen) : onReject())}
      />
    </div>
  );
}
