import { type ComponentProps, useId } from 'react';
import { Field } from '@/components/ui/field';
import { NumberReading } from './number-reading';

/** A `Field` for a number that says how the number was read. For amounts of tokens, use `AmountField`. */
export function NumberField(props: Omit<ComponentProps<typeof Field>, 'aside'>) {
  const ownId = useId();
  const { id = ownId, value, onChange } = props;
  return (
    <Field
      inputMode="decimal"
      autoComplete="off"
      {...props}
      id={id}
      aside={<NumberReading fieldId={id} text={value} onChoose={onChange} />}
    />
  );
}
