'use client';

import { useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { Button } from '@/components/ui/button';
import { useSignedInAccount } from '@/components/wallet/frame/account-view';
import { WalletLink } from '@/components/wallet/frame/wallet-link';
import { useChainMapping, useContracts } from '@/lib/api/hooks';
import type { ChainMapping, Contract } from '@/lib/api/types';
import { routes } from '@/lib/routes';
import { useRecoveryPlans } from '@/lib/wallet/recovery/use-recovery-plans';
import { useRequestText } from './request-note';
import { usePlaceName, useRecoveryOrder } from './use-recovery-order';

/** How often to look for requests. The shortest delay is a day. */
const REQUEST_POLL_MS = 60_000;

const noChains: readonly ChainMapping[] = [];
const noContracts: readonly Contract[] = [];

function Requests({ account }: { account: Address }) {
  const t = useTranslations('wallet.recovery');
  const { data: chains = noChains } = useChainMapping();
  const { data: contracts = noContracts } = useContracts();
  const nameOf = usePlaceName();
  const requestText = useRequestText();
  const review = useRecoveryOrder(account);
  const requests = useRecoveryPlans(account, contracts, REQUEST_POLL_MS).flatMap(({ data, chainId }) =>
    (data?.planned ?? []).flatMap((planned) => {
      const network = chains.find(({ id }) => id === chainId)?.name ?? String(chainId);
      const where = t('where', { contract: nameOf(planned), network });
      const text = planned.plan && requestText(planned.plan, data?.at ?? 0n, where);
      return text ? [{ planned, where, text }] : [];
    }),
  );
  if (requests.length === 0) return null;
  return (
    <section
      role="alert"
      aria-label={t('bannerTitle')}
      className="mb-10 grid gap-4 rounded-soft border border-error bg-raised p-4 md:p-6"
    >
      <h2 className="text-xl">{t('bannerTitle')}</h2>
      <ul className="grid gap-4">
        {requests.map(({ planned, where, text }) => (
          <li key={`${planned.chainId} ${planned.address}`} className="grid justify-items-start gap-3">
            <p className="measure">
              {text} {t('bannerAdvice')}
            </p>
            <Button
              variant="signal"
              aria-label={t('actionLabel', { action: t('veto'), where })}
              onClick={() => review(planned, { kind: 'vetoRecovery' })}
            >
              {t('veto')}
            </Button>
          </li>
        ))}
      </ul>
      <p>
        <WalletLink href={routes.recovery}>{t('link')}</WalletLink>
      </p>
    </section>
  );
}

/** Warns the owner, on every wallet page, that a recovery address requested to take over positions (REC-2). */
export function RecoveryBanner() {
  const account = useSignedInAccount();
  return account ? <Requests key={account} account={account} /> : null;
}
