import { useTranslations } from 'next-intl';
import type { KeyboardEvent } from 'react';
import { Field } from '@/components/ui/field';
import { NameLookup } from '@/components/wallet/ens/name-lookup';
import { useEnsResolver } from '@/lib/wallet/ens/use-ens';
import { PersonField } from './person-field';
import type { Person } from './use-people';

/**
 * Field for an address or, if a network has ENS, a name, whose address the user sees in full and chooses. It can offer
 * people.
 */
export function AddressInput({
  id,
  label,
  typed,
  hint,
  error,
  onBlur,
  onEnter,
  people,
  onChange,
}: {
  id: string;
  label: string;
  typed: string;
  /** Instead of the format that is expected. */
  hint?: string;
  error?: string | undefined;
  onBlur?: (() => void) | undefined;
  /** Called on Enter, which then doesn't submit the form. */
  onEnter?: () => void;
  /** People to offer while the field is empty or a name is typed. */
  people?: readonly Person[] | undefined;
  onChange: (typed: string) => void;
}) {
  const t = useTranslations('wallet.recipient');
  const hasNames = useEnsResolver() !== null;
  const field = {
    ...{ id, label, onChange, value: typed },
    ...(onBlur ? { onBlur } : {}),
    ...(onEnter
      ? {
          onKeyDown: (event: KeyboardEvent) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            onEnter();
          },
        }
      : {}),
    ...{ autoComplete: 'off', autoCapitalize: 'none', spellCheck: false },
    hint: hint ?? t(`${people?.length ? 'person' : 'address'}${hasNames ? 'OrName' : ''}Hint`),
    ...(error ? { error } : {}),
  };
  return (
    <>
      {people ? <PersonField {...field} people={people} onPick={onChange} /> : <Field {...field} />}
      <NameLookup
        typed={typed}
        onUse={(named) => {
          onChange(named);
          // The focused button was removed, so focus moves to the address field.
          document.getElementById(id)?.focus();
        }}
      />
    </>
  );
}
