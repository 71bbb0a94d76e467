import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Address } from 'viem';
import { RequestDecision, useIsSettled } from '@/components/wallet/signing/sign-request';
import { useReportedLists } from '@/lib/wallet/contacts/use-reported-lists';

/**
 * Asks whether a DApp may see an account, and which one if the wallet exposes several. A DApp on a list of known scams requires a
 * second step.
 */
export function AccessRequest({
  id,
  origin,
  accounts,
  account,
  onConfirm,
  onReject,
}: {
  id: number;
  /** Origin of the DApp. */
  origin: string;
  accounts: readonly Address[];
  /** The account that is selected at first. */
  account: Address;
  onConfirm: (account: Address) => void;
  onReject: () => void;
}) {
  const t = useTranslations('wallet.dapps');
  const { state, origins } = useReportedLists();
  const isReported = origins.has(origin);
  const [chosen, setChosen] = useState(account);
  const shown = `access ${id} ${isReported}`;
  const isReady = useIsSettled(shown, { isForeign: true, isRead: state !== 'loading' });
  return (
    <div className="flex flex-col gap-5">
      {isReported ? (
        <p role="alert" className="border-s-2 border-error ps-3">
          {t('reported')}
        </p>
      ) : null}
      <p>{t('access.what')}</p>
      {accounts.length > 1 ? (
        <fieldset className="grid gap-2">
          <legend className="text-sm">{t('access.choose')}</legend>
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
      <p className="text-sm text-muted">{t('access.end')}</p>
      <RequestDecision
        shown={shown}
        needsConsent={isReported}
        isReady={isReady}
        fee={null}
        action={t('access.connect')}
        onDecide={(isConfirmed) => (isConfirmed ? onConfirm(chosen) : onReject())}
      />
    </div>
  );
}
