'use client';

import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { CheckBox } from '@/components/ui/check-box';
import { Field } from '@/components/ui/field';
import { SelectField } from '@/components/ui/select-field';
import type { ValidationWording } from '@/lib/validation/wording';
import { ruleByProblem, type ValidationProblem, validate } from '@/lib/validation/wording';

const isProblem = (name: string): name is ValidationProblem => Object.hasOwn(ruleByProblem, name);

/** A field with a selectable validation rule. Validation shows a warning or is silent (VAL-1). */
export function ValidationSample({
  problems,
  rules,
  wording,
}: {
  problems: ValidationWording;
  /** Label for each rule in the select. */
  rules: Record<ValidationProblem, string>;
  wording: Record<'rule' | 'value' | 'silent' | 'check' | 'idle' | 'valid', string>;
}) {
  const [name, setName] = useState<ValidationProblem>('integer');
  const [value, setValue] = useState('');
  const [silent, setSilent] = useState(false);
  const [found, setFound] = useState<ValidationProblem | null>();

  function check(event: FormEvent) {
    event.preventDefault();
    setFound(validate(value, [ruleByProblem[name]], { wording: problems, silent }));
  }

  return (
    <form onSubmit={check} className="grid max-w-form justify-items-start gap-4 *:w-full">
      <SelectField
        label={wording.rule}
        value={name}
        options={Object.entries(rules).map(([rule, label]) => ({ value: rule, label }))}
        onChange={(next) => {
          if (isProblem(next)) setName(next);
          setFound(undefined);
        }}
      />
      <Field
        label={wording.value}
        value={value}
        onChange={(next) => {
          setValue(next);
          setFound(undefined);
        }}
        hint={found === null ? wording.valid : wording.idle}
        {...(found ? { error: problems[found] } : {})}
      />
      <label className="flex min-h-11 items-center gap-3 text-sm">
        <CheckBox checked={silent} onChange={(event) => setSilent(event.target.checked)} />
        {wording.silent}
      </label>
      <p>
        <Button type="submit">{wording.check}</Button>
      </p>
    </form>
  );
}
