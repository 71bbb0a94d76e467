import { useTranslations } from 'next-intl';
import { type Ref, type RefObject, useEffect, useId, useRef } from 'react';
import type { Address } from 'viem';
import { Button } from '@/components/ui/button';
import { CloseIcon } from '@/components/ui/icon';
import { useChainMapping, useCoins, useContracts } from '@/lib/api/hooks';
import type { Coin, Contract } from '@/lib/api/types';
import { useBalances } from '@/lib/wallet/balances/use-balances';
import { GuideMeter } from './guide-meter';
import {
  countedSteps,
  currentStep,
  type GuideFacts,
  type GuidePage,
  type GuideStep,
  isHere,
  isUnderWay,
  stepsDone,
  stepsOf,
  useNewlyDone,
} from './guide-steps';
import { type GuideAction, useGuideAction } from './use-guide-action';

/** Key of the message to show: a step, instructions for a step's page, or a special state. */
type GuideWord = GuideStep | 'swapHere' | 'stakeHere' | 'empty' | 'waiting' | 'finished';

/**
 * React hook that returns true if an account's wallet is known to be empty. Doesn't read balances without an account.
 */
function useIsEmpty(
  account: Address | undefined,
  coins: readonly Coin[],
  contracts: readonly Contract[],
): boolean {
  const { balances } = useBalances(account, coins, contracts);
  return balances.length > 0 && balances.every(({ inWallet }) => inWallet === 0n);
}

/**
 * React hook that sets `data-guide` on the root element to the current step, so that CSS can highlight the control that
 * starts the step.
 */
function useMarkControl(step: GuideStep | null): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (step) dataset.guide = step;
    return () => {
      delete dataset.guide;
    };
  }, [step]);
}

/** React hook that sets `--guide-card` on the root element to the card's height, so that the page can end above the card. */
function useCardHeight(card: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = card;
    if (!current) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty('--guide-card', `${current.offsetHeight}px`));
    observer.observe(current);
    return () => {
      observer.disconnect();
      style.removeProperty('--guide-card');
    };
  }, [card]);
}

type StepState = { step: GuideStep | null; here: boolean; isEmpty: boolean };

function wordOf({ step, here, isEmpty }: StepState, isWaiting: boolean): GuideWord {
  if (step === null) return 'finished';
  if (isWaiting) return 'waiting';
  if (isEmpty) return 'empty';
  return here && (step === 'swap' || step === 'stake') ? `${step}Here` : step;
}

function actionOf({ step, here, isEmpty }: StepState): GuideAction {
  if (step === null) return 'finished';
  if (isEmpty) return 'account';
  return here ? 'form' : step;
}

/**
 * Card with the guide's progress, the next step and its reason, and a button. Whether a step is done depends only on
 * the session, the ledger, the chains, and the server.
 */
export function GuidePanel({
  page,
  facts,
  heading,
  onPutAway,
}: {
  page: GuidePage;
  facts: GuideFacts;
  heading: Ref<HTMLHeadingElement>;
  onPutAway: () => void;
}) {
  const t = useTranslations('wallet.guide');
  const id = useId();
  const { data: chains = [] } = useChainMapping();
  const { data: coins = [] } = useCoins();
  const { data: contracts = [] } = useContracts();
  const { account } = facts;

  const done = stepsDone(facts);
  const step = currentStep(done, stepsOf(facts));
  const isEmpty = useIsEmpty(step === 'swap' ? account : undefined, coins, contracts);
  const situation = { step, here: isHere(step, page), isEmpty };
  const newest = useNewlyDone(done);
  const act = useGuideAction({ page, account, chains, coins, contracts, onFinish: onPutAway });
  const action = actionOf(situation);
  const word = wordOf(situation, isUnderWay(step, facts));
  const card = useRef<HTMLElement>(null);
  // On the step's page, its form is what matters, so no link to it is marked.
  useMarkControl(situation.here ? null : step);
  useCardHeight(card);
  // What a phone shows: beside the form only the instructions, for a step elsewhere only its button.
  const short = situation.here ? 'text' : word === step ? 'button' : 'both';

  const counted = countedSteps(facts);
  const count = counted.length;
  // Connecting and signing in come before the first counted step.
  const position = !step
    ? t('allDone', { count })
    : counted.includes(step)
      ? t('position', { number: counted.indexOf(step) + 1, count })
      : null;
  const nextStep = step ? t(`title.${step}`) : null;
  const said = newest && nextStep ? t('said', { done: t(`name.${newest}`), next: nextStep }) : t('saidAll');
  return (
    <section ref={card} aria-labelledby={id} className="guide-card" data-short={short}>
      <h2 id={id} ref={heading} tabIndex={-1} className="text-xs text-muted">
        {t('heading')}
      </h2>
      <span className="guide-position text-xs text-muted">{position}</span>
      <button type="button" className="icon-button" aria-label={t('skipLabel')} onClick={onPutAway}>
        <CloseIcon />
      </button>
      <GuideMeter steps={counted} done={done} current={step} />
      <h3 className="text-sm font-[550]">{t(`title.${word}`)}</h3>
      <p className="guide-why text-xs text-muted">{t(`why.${word}`)}</p>
      <Button variant="primary" size="small" className="guide-go" onClick={() => act(action)}>
        {t(`go.${action}`)}
      </Button>
      <p role="status" className="sr-only">
        {newest ? said : ''}
      </p>
    </section>
  );
}
