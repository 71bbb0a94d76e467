import { type ComponentProps, useId } from 'react';
import './field.css';

/** A labeled field for several lines of text. The error is linked to the field and announced to screen readers. */
export function TextAreaField({
  id,
  label,
  error,
  value,
  onChange,
  ...area
}: {
  label: string;
  error?: string;
  value: string;
  onChange: (value: string) => void;
} & Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'className'>) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  return (
    <div>
      <label htmlFor={fieldId} className="text-sm">
        {label}
      </label>
      <div className="field-box" data-invalid={error ? '' : undefined}>
        <textarea
          rows={5}
          {...area}
          id={fieldId}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${fieldId}-note`}
          className="field-input resize-y"
        />
      </div>
      <p id={`${fieldId}-note`} aria-live="polite" className={error ? 'field-error' : 'field-hint'}>
        {error}
      </p>
    </div>
  );
}
