import { useFormatter, useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { TextButton } from './text-button';

const STEP = 25;

/** React hook that returns the first items of a list and a button that shows more. */
export function useShowMore<Item>(items: readonly Item[]): { shown: readonly Item[]; more: ReactNode } {
  const t = useTranslations('wallet.list');
  const [count, setCount] = useState(STEP);
  const shown = items.slice(0, count);
  return {
    shown,
    more:
      items.length > STEP ? (
        <p className="flex flex-wrap items-center gap-x-4 text-sm text-muted">
          <span role="status">{t('shown', { shown: shown.length, count: items.length })}</span>
          {shown.length < items.length ? (
            <TextButton onClick={() => setCount(count + STEP)}>{t('more')}</TextButton>
          ) : null}
        </p>
      ) : null,
  };
}

const MAX_NAMES = 8;

/**
 * React hook that returns a function to format names as a localized list. A long list is truncated and ends with the
 * number of omitted names.
 */
export function useShortList(): (names: readonly string[]) => string {
  const t = useTranslations('wallet.list');
  const format = useFormatter();
  return (names) => {
    const others = names.length > MAX_NAMES ? names.length - MAX_NAMES + 1 : 0;
    const listed = names.slice(0, names.length - others);
    return format.list(others > 0 ? [...listed, t('others', { count: others })] : listed);
  };
}
