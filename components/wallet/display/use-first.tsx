import { useTranslations } from 'next-intl';
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
