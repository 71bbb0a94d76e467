import { useTranslations } from 'next-intl';
import { type Ref, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { Address } from 'viem';
import { Button } from '@/components/ui/button';
import { useChainMapping, useCoins, useContracts } from '@/lib/api/hooks';
import type { Coin, Contract } from '@/lib/api/types';
import { notify } from '@/lib/browser/notices';
import { useBalances } from '@/lib/wallet/balances/use-balances';
import { GuideMeter } from './guide-meter';
import {
  currentStep,
  type GuideFacts,
  type GuidePage,
  type GuideStep,
  guideSteps,
  isHere,
  isUnderWay,
  markMoneySeen,
  stepsDone,
  useNewlyDone,
} from './guide-steps';
import { type GuideAction, useGuideAction } from './use-guide-action';

const HEADER_PX = 72;

/**
 * React hook that announces a completed step. If the guide is scrolled out of view, it shows a toast. Otherwise, it
 * returns the text for the guide's live region.
 */
function useStepToast(
  panel: RefObject<HTMLElement | null>,
  finished: GuideStep | null,
  text: string,
): string {
  const [announced, setAnnounced] = useState('');
  const announce = useEffectEvent(() => {
    const isOutOfSight = (panel.current?.getBoundingClientRect().bottom ?? 0) < HEADER_PX;
    if (isOutOfSight) notify('success', text);
    else setAnnounced(text);
  });
  useEffect(() => {
    if (finished) announce();
  }, [finished]);
  return announced;
}

/** Keys of the guide's texts: one for each step, two for using a step's page, and three for special states. */
const guideWords = [...guideSteps, 'swapHere', 'stakeHere', 'empty', 'waiting', 'finished'] as const;
type GuideWord = (typeof guideWords)[number];

/** Shows one of the guide's texts, in a box that is large enough for the longest one. */
function GuideWords({ shown, position }: { shown: GuideWord; position: string }) {
  const t = useTranslations('wallet.guide');
  return (
    <div className="guide-words">
      {guideWords.map((word) => (
        <div key={word} className={word === shown ? undefined : 'invisible'}>
          <p className="font-[550]">
            {t(`title.${word}`)}
            <span className="ms-2 text-xs font-normal whitespace-nowrap text-muted">{position}</span>
          </p>
          <p className="measure text-sm text-muted">{t(`why.${word}`)}</p>
        </div>
      ))}
    </div>
  );
}

/**
 * React hook that records that an account's balances were shown once one of them is above zero. Returns whether all of
 * them are known to be zero. Reads nothing if there is no account.
 */
function useMarkMoneySeen(
  account: Address | undefined,
  coins: readonly Coin[],
  contracts: readonly Contract[],
): boolean {
  const { balances } = useBalances(account, coins, contracts);
  const isShown = balances.some(({ inWallet }) => inWallet !== undefined && inWallet > 0n);
  useEffect(() => {
    if (account && isShown) markMoneySeen(account);
  }, [account, isShown]);
  return balances.length > 0 && balances.every(({ inWallet }) => inWallet === 0n);
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
  return here && step !== 'money' ? 'form' : step;
}

/**
 * Progress of the guide, and the next step with its purpose and a button. Whether a step is completed depends only on
 * the session, the ledger, and the chains.
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
  const panel = useRef<HTMLElement>(null);
  const { data: chains = [] } = useChainMapping();
  const { data: coins = [] } = useCoins();
  const { data: contracts = [] } = useContracts();
  const { account } = facts;

  const done = stepsDone(facts);
  const step = currentStep(done);
  const here = isHere(step, page);
  const isShown = here && step === 'money';
  const isEmpty = useMarkMoneySeen(isShown ? account : undefined, coins, contracts);
  const situation = { step, here, isEmpty };
  const newest = useNewlyDone(done);
  const act = useGuideAction({ account, chains, coins, onFinish: onPutAway });
  const action = actionOf(situation);

  const count = guideSteps.length;
  const text =
    newest && step ? t('said', { done: t(`name.${newest}`), next: t(`title.${step}`) }) : t('saidAll');
  const announcement = useStepToast(panel, newest, text);
  return (
    <section
      ref={panel}
      aria-labelledby={id}
      className="mb-10 grid gap-3 rounded-soft border border-line bg-raised p-4 md:p-6 print:hidden"
    >
      <div className="flex min-h-11 items-center justify-between gap-4">
        <h2 id={id} ref={heading} tabIndex={-1} className="text-lg">
          {t('heading')}
        </h2>
        {step === null ? null : (
          <Button
            variant="plain"
            size="small"
            className="-me-4"
            aria-label={t('skipLabel')}
            onClick={onPutAway}
          >
            {t('skip')}
          </Button>
        )}
      </div>
      <GuideMeter done={done} current={step} />
      <div className="grid items-end gap-4 md:grid-cols-[minmax(0,1fr)_auto]">
        <GuideWords
          shown={wordOf(situation, isUnderWay(step, facts))}
          position={
            step ? t('position', { number: guideSteps.indexOf(step) + 1, count }) : t('allDone', { count })
          }
        />
        <Button variant="primary" size="small" onClick={() => act(action)}>
          {t(`go.${action}`)}
        </Button>
      </div>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </section>
  );
}
