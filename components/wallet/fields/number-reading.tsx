import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { readNumber } from '@/lib/format/read-number';

/**
 * Says how a typed number was read, unless it was typed plainly. If it has two readings, offers both as buttons that fill
 * the field.
 */
export function NumberReading({
  fieldId,
  text,
  unit,
  onChoose,
}: {
  fieldId: string;
  /** The typed text. */
  text: string;
  unit?: string | undefined;
  onChoose: (number: string) => void;
}) {
  const t = useTranslations('wallet.transfer');
  const read = readNumber(text);
  const content = (): ReactNode => {
    if ('number' in read)
      return read.isPlain ? null : t('readAs', { amount: unit ? `${read.number} ${unit}` : read.number });
    if (read.problem !== 'ambiguous') return null;
    const [whole, decimal] = read.readings;
    const button = (number: string) => (
      <button
        type="button"
        aria-label={t('useReading', { number })}
        onClick={() => {
          onChoose(number);
          // The focused button is removed, so focus moves to the field.
          document.getElementById(fieldId)?.focus();
        }}
        className="text-button relative -mx-2 -my-3 text-water underline underline-offset-4"
      >
        {number}
      </button>
    );
    return t.rich('readings', { whole: () => button(whole), decimal: () => button(decimal) });
  };
  return (
    <span aria-live="polite" className="wrap-anywhere">
      {content()}
    </span>
  );
}
