'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { TextButton } from '@/components/wallet/display/text-button';
import { WalletLink } from '@/components/wallet/shell/wallet-link';
import { routes } from '@/lib/routes';
import { GuidePanel } from './guide-panel';
import { type GuideFacts, isGuidePage, setGuideDismissed, useGuideDismissed } from './guide-steps';
import './guide.css';
import { useConnection } from 'wagmi';
import { isDemoWallet } from '@/components/wallet/demo-wallet/announce-demo-wallet';
import { useSession } from '@/lib/session/session';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';

/**
 * React hook that returns the facts that determine the completed steps, or null if the user has another wallet, or is
 * signed in without a connected wallet.
 */
function useGuideFacts() {
  const { address: account, connector } = useConnection();
  const isLoggedIn = useSession((state) => state.token !== null);
  const entries = useLedger((state) => state.entries);
  const isDemo = account ? connector !== undefined && isDemoWallet(connector.id) : !isLoggedIn;
  if (!isDemo) return null;
  return { account, isLoggedIn, entries } satisfies GuideFacts;
}

/**
 * First-run guide of the local demo. It appears on the overview page and on the pages of its steps until it is
 * dismissed. It can be reopened from the overview page.
 */
export function Guide({ page }: { page: string }) {
  const t = useTranslations('wallet.guide');
  const facts = useGuideFacts();
  const isAway = useGuideDismissed((state) => state.isAway);
  const [choice, setChoice] = useState<'none' | 'away' | 'back'>('none');
  const heading = useRef<HTMLHeadingElement>(null);
  const note = useRef<HTMLDivElement>(null);
  // The focused button was removed, so focus moves to its replacement.
  useEffect(() => {
    if (choice === 'back') heading.current?.focus();
    if (choice === 'away') (note.current?.querySelector('button') ?? note.current)?.focus();
  }, [choice]);

  const choose = (next: 'away' | 'back') => {
    setGuideDismissed(next === 'away');
    setChoice(next);
  };
  if (!facts || !isGuidePage(page) || !(facts.isLoggedIn || page === 'overview')) return null;
  if (!isAway) {
    return <GuidePanel page={page} facts={facts} heading={heading} onPutAway={() => choose('away')} />;
  }
  if (page !== 'overview' && choice !== 'away') return null;
  return (
    <div ref={note} tabIndex={-1} className="mt-10 print:hidden">
      {page === 'overview' ? (
        <TextButton onClick={() => choose('back')}>{t('reopen')}</TextButton>
      ) : (
        <p className="text-sm text-muted">
          {t('isAway')} <WalletLink href={routes.wallet}>{t('toOverview')}</WalletLink>
        </p>
      )}
    </div>
  );
}
