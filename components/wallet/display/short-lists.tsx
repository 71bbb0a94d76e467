import { useFormatter, useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { TextButton } from './text-button';

const STEP = 25;

/** The first ones of a list that may be long, and the way to further ones, for lists that stand beside other things. */
export function useFirst<Item>(items: readonly Item[]): { shown: readonly Item[]; more: ReactNode } {
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

const MOST_NAMES = 8;

/** Writes names as a list in the reader's language: of many the first, and how many others there are. */
export function useShortList(): (names: readonly string[]) => string {
  const t = useTranslations('wallet.list');
  const format = useFormatter();
  return (names) => {
    const others = names.length > MOST_NAMES ? names.length - MOST_NAMES + 1 : 0;
    const told = names.slice(0, names.length - others);
    return format.list(others > 0 ? [...told, t('others', { count: others })] : told);
  };
}
