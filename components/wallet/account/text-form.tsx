import { type ComponentProps, type FormEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { fieldProblem } from '@/lib/api/use-profile';
import { notify } from '@/lib/browser/notices';

/**
 * Form with a single field. The value is validated in the browser and saved through the API. Errors appear below the
 * field. A failed save doesn't clear the field.
 */
export function TextForm({
  name,
  label,
  hint,
  initial = '',
  submitLabel,
  savedText,
  check,
  save,
  onSaved,
  ...input
}: {
  /** The field's name in the API. */
  name: string;
  label: string;
  hint: string;
  initial?: string;
  submitLabel: string;
  savedText: string;
  /** Returns an error message, or null if the text is valid. */
  check: (text: string) => string | null;
  /** @throws ApiError, which the form shows. */
  save: (text: string) => Promise<void>;
  onSaved: () => void;
} & Pick<ComponentProps<'input'>, 'autoComplete' | 'autoCapitalize' | 'spellCheck'>) {
  const id = useId();
  const [text, setText] = useState(initial);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const showProblem = (reason: string) => {
    setProblem(reason);
    document.getElementById(id)?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // The button is not disabled while busy, because a disabled button would lose focus.
    if (busy) return;
    const found = check(text);
    if (found !== null) return showProblem(found);
    setProblem(null);
    setBusy(true);
    try {
      await save(text);
      notify('success', savedText);
      onSaved();
    } catch (error) {
      showProblem(fieldProblem(error, name));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5" aria-busy={busy}>
      <Field
        {...input}
        id={id}
        name={name}
        label={label}
        hint={hint}
        value={text}
        readOnly={busy}
        onChange={(next) => {
          setText(next);
          setProblem(null);
        }}
        {...(problem === null ? {} : { error: problem })}
      />
      <Button variant="signal" type="submit" aria-disabled={busy}>
        {submitLabel}
      </Button>
      <span aria-hidden="true" className={busy ? 'busy-line' : 'h-0.5'} />
    </form>
  );
}
