'use client';

import { useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { ConsentBox } from '@/components/ui/check-box';
import { ChoiceList } from '@/components/ui/choice-list';
import { CoinIcon } from '@/components/ui/coin-icon';
import { Dialog } from '@/components/ui/dialog';
import { FiatText, PriceChange } from '@/components/ui/fiat-text';
import { Field } from '@/components/ui/field';
import { GalleryRow } from '@/components/ui/gallery-row';
import { CloseIcon, Icon } from '@/components/ui/icon';
import { LoadFailure, LoadWait } from '@/components/ui/load-state';
import { OptionIcon } from '@/components/ui/option-icon';
import { ProgressBar, ProgressRing } from '@/components/ui/progress-ring';
import { SelectField } from '@/components/ui/select-field';
import { SparkLine } from '@/components/ui/spark-line';
import { Tabs } from '@/components/ui/tabs';
import { TideMeter } from '@/components/ui/tide-meter';
import { notify } from '@/lib/browser/notices';
import { type GalleryGroupName, galleryGroups } from './gallery-groups';
import { GalleryGroup } from './gallery-section';

/** Sample strings for the components. */
type Words = Record<
  | 'button'
  | 'field'
  | 'hint'
  | 'error'
  | 'consent'
  | 'consentError'
  | 'choices'
  | 'choiceOne'
  | 'choiceTwo'
  | 'loading'
  | 'failed'
  | 'retry'
  | 'tabs'
  | 'tabOne'
  | 'tabTwo'
  | 'notice'
  | 'dialog'
  | 'dialogText'
  | 'close'
  | 'progress'
  | 'half'
  | 'day',
  string
>;

const variants = ['signal', 'primary', 'outline', 'plain'] as const;
const noticeTypes = ['success', 'warning', 'error'] as const;
const SPARK = [3, 4, 3.5, 5, 4.8, 6, 5.5, 7];
const LONG_AMOUNT = '12345.123456789012345678';

function Forms({ words }: { words: Words }) {
  const id = useId();
  const [text, setText] = useState('');
  const [amount, setAmount] = useState(LONG_AMOUNT);
  const [choice, setChoice] = useState('one');
  const [isGiven, setGiven] = useState(false);
  const [tab, setTab] = useState<'one' | 'two'>('one');
  const options = [
    { value: 'one', label: words.choiceOne },
    { value: 'two', label: words.choiceTwo },
  ];
  const choices = { label: words.choices, current: choice, onChoose: setChoice, loading: words.loading };
  const failure = { text: words.failed, retry: words.retry, onRetry: () => undefined };
  return (
    <>
      <GalleryRow name="Field">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={words.field} hint={words.hint} value={text} onChange={setText} />
          <Field label={words.field} error={words.error} value={text} onChange={setText} />
          <Field label={words.field} suffix="ETH" inputMode="decimal" value={amount} onChange={setAmount} />
          <Field label={words.field} value={text} onChange={setText} disabled />
        </div>
      </GalleryRow>
      <GalleryRow name="SelectField">
        <SelectField label={words.choices} value={choice} options={options} onChange={setChoice} />
        <SelectField label={words.choices} value={choice} options={options} onChange={setChoice} disabled />
      </GalleryRow>
      <GalleryRow name="ConsentBox">
        <ConsentBox
          id={id}
          label={words.consent}
          isGiven={isGiven}
          error={isGiven ? undefined : words.consentError}
          onChange={setGiven}
        />
      </GalleryRow>
      <GalleryRow name="ChoiceList">
        <ChoiceList {...choices} options={options} />
        <ChoiceList {...choices} options={undefined} />
        <ChoiceList {...choices} options={undefined} failure={failure} />
      </GalleryRow>
      <GalleryRow name="Tabs">
        <Tabs
          label={words.tabs}
          tabs={[
            { value: 'one', label: words.tabOne },
            { value: 'two', label: words.tabTwo },
          ]}
          value={tab}
          onChange={setTab}
        >
          {words[tab === 'one' ? 'tabOne' : 'tabTwo']}
        </Tabs>
      </GalleryRow>
    </>
  );
}

function Actions({ words }: { words: Words }) {
  return (
    <>
      {(['large', 'medium', 'small'] as const).map((size) => (
        <GalleryRow key={size} name={`Button ${size}`}>
          <div className="flex flex-wrap gap-3">
            {variants.map((variant) => (
              <Button key={variant} variant={variant} size={size}>
                {words.button}
              </Button>
            ))}
            <Button size={size} disabled>
              {words.button}
            </Button>
            <Button variant="signal" size={size} aria-busy aria-disabled>
              {words.button}
            </Button>
          </div>
        </GalleryRow>
      ))}
      <GalleryRow name="icon-button, text-button">
        <div className="flex flex-wrap items-center gap-3">
          <button type="button" className="icon-button" aria-label={words.close}>
            <CloseIcon />
          </button>
          <button type="button" className="text-button text-water underline underline-offset-4">
            {words.retry}
          </button>
        </div>
      </GalleryRow>
      <GalleryRow name="Icon 20, 24, 32">
        <div className="flex items-center gap-4">
          <Icon path="m5 8 5 5 5-5" size={20} />
          <Icon path="M4 8h14.5m-4-4 4 4-4 4M20 16H5.5m4-4-4 4 4 4" />
          <Icon path="M6 10h20M6 16h20M6 22h20" size={32} />
        </div>
      </GalleryRow>
    </>
  );
}

function Figures({ words }: { words: Words }) {
  return (
    <>
      <GalleryRow name="PriceChange, SparkLine">
        <div className="flex items-center gap-6">
          {['2.41', '-1.05', '0.00'].map((change) => (
            <PriceChange key={change} change={change} locale="en" day={words.day} />
          ))}
          <SparkLine points={SPARK} className="h-8 w-24 text-tide" />
        </div>
      </GalleryRow>
      <GalleryRow name="FiatText">
        <p className="font-display text-2xl">
          <FiatText value="12480.5" currency="USD" locale="en" decimals={2} />
        </p>
      </GalleryRow>
      <GalleryRow name="TideMeter, ProgressBar, ProgressRing">
        <TideMeter label={words.progress} valueText={words.half} value={0.5} marks={[0.25]} />
        <ProgressBar label={words.progress} value={0.5} />
        <ProgressRing label={words.progress} percent={75} />
      </GalleryRow>
      <GalleryRow name="OptionIcon, CoinIcon">
        <div className="flex items-center gap-4">
          <OptionIcon src={undefined} name="Tidewell" />
          <CoinIcon icon="/coins/usdt.svg" size={32} />
          <CoinIcon icon={undefined} symbol="TIDE" size={32} />
        </div>
      </GalleryRow>
    </>
  );
}

function Messages({ words }: { words: Words }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <GalleryRow name="LoadFailure">
        <LoadFailure text={words.failed} retry={words.retry} onRetry={() => undefined} />
      </GalleryRow>
      <GalleryRow name="LoadWait">
        <LoadWait>{words.loading}</LoadWait>
      </GalleryRow>
      <GalleryRow name="notify, NoticeList">
        <div className="flex flex-wrap gap-3">
          {noticeTypes.map((type) => (
            <Button key={type} size="small" onClick={() => notify(type, words.notice)}>
              {type}
            </Button>
          ))}
        </div>
      </GalleryRow>
      <GalleryRow name="Dialog">
        <div>
          <Button size="small" onClick={() => setOpen(true)}>
            {words.dialog}
          </Button>
        </div>
        <Dialog open={isOpen} onClose={() => setOpen(false)} title={words.dialog} closeLabel={words.close}>
          <p>{words.dialogText}</p>
        </Dialog>
      </GalleryRow>
    </>
  );
}

const samples = { actions: Actions, forms: Forms, figures: Figures, messages: Messages };

/** Gallery of the components of `components/ui` in all states, in the page's theme and in the dark theme. */
export function Gallery({ words, titles }: { words: Words; titles: Record<GalleryGroupName, string> }) {
  return galleryGroups.map((name) => {
    const Samples = samples[name];
    return (
      <GalleryGroup key={name} id={name} title={titles[name]}>
        {() => <Samples words={words} />}
      </GalleryGroup>
    );
  });
}
