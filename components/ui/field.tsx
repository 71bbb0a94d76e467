import { type ChangeEvent, type ComponentProps, type ElementType, type ReactNode, useId } from 'react';
import './field.css';

/** Maximum length of an amount, in characters, that fits in a field on a phone at full font size. */
const LONG_AMOUNT = 16;

/**
 * A labeled text field with a hint, an error, and a unit. The error is linked to the field and announced to screen
 * readers.
 */
export function Field({
  as: Input = 'input',
  id,
  label,
  hint,
  error,
  suffix,
  aside,
  value,
  onChange,
  ...input
}: {
  /** The component of the input, which gets its props. */
  as?: ElementType<ComponentProps<'input'>>;
  label: string;
  hint?: string;
  error?: string;
  suffix?: string;
  /** Content at the end of the label's line. */
  aside?: ReactNode;
  value: string;
  onChange: (value: string) => void;
} & Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'className'>) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  return (
    <div>
      <div className="flex flex-wrap justify-between gap-x-3">
        <span>
          <label htmlFor={fieldId} className="text-sm">
            {label}
          </label>
        </span>
        {aside ? <span className="text-sm text-muted">{aside}</span> : null}
      </div>
      <div className="field-box" data-invalid={error ? '' : undefined}>
        <Input
          {...input}
          id={fieldId}
          value={value}
          onChange={(event: ChangeEvent<HTMLInputElement>) => onChange(event.target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${fieldId}-note`}
          data-long={(input.inputMode === 'decimal' && value.length > LONG_AMOUNT) || undefined}
          className="field-input figures"
        />
        {suffix ? <span className="flex-none text-muted">{suffix}</span> : null}
      </div>
      <p id={`${fieldId}-note`} aria-live="polite" className={error ? 'field-error' : 'field-hint'}>
        {error ?? hint}
      </p>
    </div>
  );
}
