'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { useConnection } from 'wagmi';
import { isDemoWallet } from '@/components/wallet/connect/announce-demo-wallet';
import { TextButton } from '@/components/wallet/display/text-button';
import { WalletLink } from '@/components/wallet/frame/wallet-link';
import { routes } from '@/lib/routes';
import { useSession } from '@/lib/session/session';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { GuidePanel } from './guide-panel';
import {
  currentStep,
  type GuideFacts,
  type GuidePage,
  isGuidePage,
  setGuideDismissed,
  stepsDone,
  stepsOf,
  useGuideDismissed,
} from './guide-steps';
import './guide.css';
import { useCardStep } from './use-card-step';
import { useProvenSteps } from './use-proven-steps';

type LocalFacts = Omit<GuideFacts, 'proven' | 'hasCard'>;

/**
 * React hook that returns what this browser knows about the completed steps, or null if the user has another wallet, or
 * is signed in without a connected wallet.
 */
function useLocalFacts(): LocalFacts | null {
  const { address: account, connector } = useConnection();
  const isSignedIn = useSession((state) => state.token !== null);
  const entries = useLedger((state) => state.entries);
  const isDemo = account ? connector !== undefined && isDemoWallet(connector.id) : !isSignedIn;
  return isDemo ? { account, isSignedIn, entries } : null;
}

/**
 * React hook that returns all facts, and whether to show the card. Reads nothing while the card is dismissed. Until the
 * chains have answered, the card isn't opened, and an open one stays at the sign-in, because the first open step isn't
 * known yet. An account that has completed the guide before, on any device, doesn't see it again.
 */
function useGuideFacts(
  local: LocalFacts,
  isDismissed: boolean,
): { facts: GuideFacts; isKnown: boolean; isFinished: boolean } {
  const { account, isSignedIn } = local;
  const isRead = isSignedIn && !isDismissed && account !== undefined;
  const proof = useProvenSteps(isRead ? account : undefined);
  const card = useCardStep(isRead);
  const isKnown = proof.isKnown && card.isKnown;
  const [wasKnown, setWasKnown] = useState(isKnown);
  const [hasBegun, setHasBegun] = useState(false);
  const facts = {
    ...local,
    proven: proof.proven,
    hasCard: card.hasCard,
    isSignedIn: isSignedIn && isKnown,
  };
  const isOpen = currentStep(stepsDone(facts), stepsOf(facts)) !== null;
  if (isKnown && !wasKnown) setWasKnown(true);
  if (facts.isSignedIn && isOpen && !hasBegun) setHasBegun(true);
  return { facts, isKnown: isKnown || wasKnown, isFinished: !isOpen && !hasBegun };
}

function DemoGuide({ page, local }: { page: GuidePage; local: LocalFacts }) {
  const t = useTranslations('wallet.guide');
  const isDismissed = useGuideDismissed((state) => state.isAway);
  const { facts, isKnown, isFinished } = useGuideFacts(local, isDismissed);
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
  const isAway = isDismissed || (isFinished && choice !== 'back');
  if (!isAway) {
    return isKnown ? (
      <GuidePanel page={page} facts={facts} heading={heading} onPutAway={() => choose('away')} />
    ) : null;
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

/**
 * First-run guide of the local demo. It appears on the overview page and on the pages of its steps until it is
 * dismissed, or the account has completed it. It can be reopened from the overview page.
 */
export function Guide({ page }: { page: string }) {
  const local = useLocalFacts();
  if (!local || !isGuidePage(page) || !(local.isSignedIn || page === 'overview')) return null;
  return <DemoGuide page={page} local={local} />;
}
