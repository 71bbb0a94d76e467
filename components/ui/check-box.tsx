import type { ComponentProps } from 'react';
import './check-box.css';

/**
 * A checkbox with the site's border and background, because a native one is plain gray in the dark theme. The caller
 * provides the label.
 */
export function CheckBox(input: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return <input {...input} type="checkbox" className="check-box" />;
}

/** A required checkbox, with its error message below. */
export function ConsentBox({
  id,
  label,
  isGiven,
  error,
  onChange,
}: {
  /** ID of the checkbox. */
  id: string;
  label: string;
  isGiven: boolean;
  error: string | undefined;
  onChange: (isGiven: boolean) => void;
}) {
  const noteId = `${id}-note`;
  return (
    <>
      <label htmlFor={id} className="flex min-h-11 items-center gap-3">
        <CheckBox
          id={id}
          checked={isGiven}
          aria-invalid={error ? true : undefined}
          aria-describedby={noteId}
          onChange={(event) => onChange(event.target.checked)}
        />
        {label}
      </label>
      <p id={noteId} aria-live="polite" className={error ? 'text-xs text-error' : 'sr-only'}>
        {error}
      </p>
    </>
  );
}
