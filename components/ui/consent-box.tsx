import { CheckBox } from './check-box';

/** A word of the user's that is asked for, and below it what is said when it is missed. */
export function ConsentBox({
  id,
  label,
  isGiven,
  error,
  onChange,
}: {
  /** Of the checkbox. */
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
