import { useTranslations } from 'next-intl';
import { type Ref, useId, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { useChainMapping, useCoins, useContracts } from '@/lib/api/hooks';
import { GuideMeter } from './guide-meter';
import { type GuidePage, isHere } from './guide-pages';
import {
  currentStep,
  type GuideFacts,
  type GuideStep,
  guideSteps,
  isUnderWay,
  stepsDone,
} from './guide-steps';
import { type GuideWord, GuideWords } from './guide-words';
import { type GuideAction, useGuideAction } from './use-guide-action';
import { useMoneyShown } from './use-money-shown';
import { useNewlyDone } from './use-newly-done';
import { useTellStep } from './use-tell-step';

type Place = { step: GuideStep | null; here: boolean; isEmpty: boolean };

function wordOf({ step, here, isEmpty }: Place, isWaiting: boolean): GuideWord {
  if (step === null) return 'finished';
  if (isWaiting) return 'waiting';
  if (isEmpty) return 'empty';
  return here && (step === 'swap' || step === 'stake') ? `${step}Here` : step;
}

function actionOf({ step, here, isEmpty }: Place): GuideAction {
  if (step === null) return 'finished';
  if (isEmpty) return 'account';
  return here && step !== 'money' ? 'form' : step;
}

/**
 * What has happened, the one next thing with its reason, and the way there. Nothing here says that a step is done but
 * the session, the ledger and the chains.
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
  const isEmpty = useMoneyShown(isShown ? account : undefined, coins, contracts);
  const place = { step, here, isEmpty };
  const newest = useNewlyDone(done);
  const act = useGuideAction({ account, chains, coins, onFinish: onPutAway });
  const action = actionOf(place);

  const count = guideSteps.length;
  const text =
    newest && step ? t('said', { done: t(`name.${newest}`), next: t(`title.${step}`) }) : t('saidAll');
  const told = useTellStep(panel, newest, text);
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
          shown={wordOf(place, isUnderWay(step, facts))}
          position={
            step ? t('position', { number: guideSteps.indexOf(step) + 1, count }) : t('allDone', { count })
          }
        />
        <Button variant="primary" size="small" onClick={() => act(action)}>
          {t(`go.${action}`)}
        </Button>
      </div>
      <p role="status" className="sr-only">
        {told}
      </p>
    </section>
  );
}
