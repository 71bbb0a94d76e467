'use client';

import { type ReactNode, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { ConsentBox } from '@/components/ui/check-box';
import { ChoiceList } from '@/components/ui/choice-list';
import { Dialog } from '@/components/ui/dialog';
import { PriceChange } from '@/components/ui/fiat-text';
import { Field } from '@/components/ui/field';
import { LoadFailure } from '@/components/ui/load-state';
import { OptionIcon } from '@/components/ui/option-icon';
import { ProgressBar } from '@/components/ui/progress-ring';
import { SelectField } from '@/components/ui/select-field';
import { SparkLine } from '@/components/ui/spark-line';
import { Tabs } from '@/components/ui/tabs';
import { TideMeter } from '@/components/ui/tide-meter';
import { notify } from '@/lib/browser/notices';

/** Sample strings for the components. */
type Words = Record<
  | 'button'
  | 'field'
  | 'hint'
  | 'error'
  | 'select'
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

/** A labeled row of the gallery. `name` is the component's name in code. */
function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-3 border-t border-line py-5">
      <p className="font-mono text-xs text-muted">{name}</p>
      {children}
    </div>
  );
}

const variants = ['signal', 'primary', 'outline', 'plain'] as const;
const noticeTypes = ['success', 'warning', 'error'] as const;
const SPARK = [3, 4, 3.5, 5, 4.8, 6, 5.5, 7];
const LONG_AMOUNT = '12345.123456789012345678';

function Inputs({ words }: { words: Words }) {
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
      <Row name="Field">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={words.field} hint={words.hint} value={text} onChange={setText} />
          <Field label={words.field} error={words.error} value={text} onChange={setText} />
          <Field label={words.field} suffix="ETH" inputMode="decimal" value={amount} onChange={setAmount} />
          <Field label={words.field} value={text} onChange={setText} disabled />
        </div>
      </Row>
      <Row name="SelectField">
        <SelectField label={words.select} value={choice} options={options} onChange={setChoice} />
        <SelectField label={words.select} value={choice} options={options} onChange={setChoice} disabled />
      </Row>
      <Row name="ConsentBox">
        <ConsentBox
          id={id}
          label={words.consent}
          isGiven={isGiven}
          error={isGiven ? undefined : words.consentError}
          onChange={setGiven}
        />
      </Row>
      <Row name="ChoiceList">
        <ChoiceList {...choices} options={options} />
        <ChoiceList {...choices} options={undefined} />
        <ChoiceList {...choices} options={undefined} failure={failure} />
      </Row>
      <Row name="Tabs">
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
      </Row>
    </>
  );
}

/**
 * Gallery of the shared components in all states. The page shows it twice: in the page's theme and in the dark theme.
 */
export function Gallery({ words }: { words: Words }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="min-w-0">
      <Row name="Button">
        {(['small', 'medium', 'large'] as const).map((size) => (
          <div key={size} className="flex flex-wrap gap-3">
            {variants.map((variant) => (
              <Button key={variant} variant={variant} size={size}>
                {words.button}
              </Button>
            ))}
            <Button size={size} disabled>
              {words.button}
            </Button>
          </div>
        ))}
      </Row>
      <Inputs words={words} />
      <Row name="PriceChange, SparkLine">
        <div className="flex items-center gap-6">
          {['2.41', '-1.05', '0.00'].map((change) => (
            <PriceChange key={change} change={change} day={words.day} />
          ))}
          <SparkLine points={SPARK} className="h-8 w-24 text-tide" />
        </div>
      </Row>
      <Row name="TideMeter, ProgressBar">
        <TideMeter label={words.progress} valueText={words.half} value={0.5} marks={[0.25]} />
        <ProgressBar label={words.progress} value={0.5} />
      </Row>
      <Row name="OptionIcon">
        <OptionIcon src={undefined} name="Tidewell" />
      </Row>
      <Row name="LoadFailure">
        <LoadFailure text={words.failed} retry={words.retry} onRetry={() => undefined} />
      </Row>
      <Row name="notify, Dialog">
        <div className="flex flex-wrap gap-3">
          {noticeTypes.map((type) => (
            <Button key={type} size="small" onClick={() => notify(type, words.notice)}>
              {type}
            </Button>
          ))}
          <Button size="small" onClick={() => setOpen(true)}>
            {words.dialog}
          </Button>
        </div>
        <Dialog open={isOpen} onClose={() => setOpen(false)} title={words.dialog} closeLabel={words.close}>
          <p>{words.dialogText}</p>
        </Dialog>
      </Row>
    </div>
  );
}
