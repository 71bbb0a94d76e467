import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { SelectField } from '@/components/ui/select-field';
import { TokenSelect } from '@/components/wallet/fields/token-select';
import type { ChainMapping } from '@/lib/api/types';
import { activityKinds } from '@/lib/wallet/activity/activity-row';
import {
  type ActivityFilter,
  activityParams,
  directions,
  isFiltered,
} from '@/lib/wallet/activity/filter-activity';

/** Delay before the search text is written to the URL. */
const DEBOUNCE_MS = 250;

/** Filters for the activity list: a search field and a collapsed section with the other filters. */
export function ActivityFilters({
  filter,
  chains,
  symbols,
  isReset,
  hasReset,
  onChange,
  onReset,
}: {
  filter: ActivityFilter;
  chains: readonly ChainMapping[];
  /** Symbols of the tokens that appear in the activity list. */
  symbols: readonly string[];
  /** True if the filters have just been reset. */
  isReset: boolean;
  /**
   * Whether to show the reset button here. If no transactions match, the button is shown in place of the list instead.
   */
  hasReset: boolean;
  onChange: (part: Partial<ActivityFilter>) => void;
  onReset: () => void;
}) {
  const t = useTranslations('wallet.activity');
  const id = useId();
  // Right after a reset, the URL may still contain the old search text.
  const [text, setText] = useState(isReset ? '' : filter.text);
  const [isOpen] = useState(() => isReset || isFiltered({ ...filter, text: '' }));
  // The focused reset button was removed, so focus moves to the search field.
  useEffect(() => {
    if (isReset) document.getElementById(id)?.focus();
  }, [isReset, id]);
  const applyText = useEffectEvent(() => {
    if (text !== filter.text) onChange({ text });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each keystroke restarts the timer
  useEffect(() => {
    const timer = setTimeout(() => applyText(), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const any = { value: '', label: t('any') };
  const count = activityParams({ ...filter, text: '' }).size;

  return (
    <search className="grid gap-2">
      <Field
        id={id}
        label={t('search')}
        hint={t('searchHint')}
        type="search"
        maxLength={128}
        autoComplete="off"
        enterKeyHint="search"
        value={text}
        onChange={setText}
      />
      <details open={isOpen} className="border-y border-line">
        <summary className="min-h-11 cursor-pointer py-2.5 text-sm">
          {count > 0 ? t('filtersSet', { count }) : t('filters')}
        </summary>
        <div className="grid gap-4 pt-2 pb-5 sm:grid-cols-2 lg:grid-cols-3">
          <SelectField
            label={t('what')}
            value={filter.kind ?? ''}
            options={[any, ...activityKinds.map((value) => ({ value, label: t(`kind.${value}`) }))]}
            onChange={(value) => onChange({ kind: activityKinds.find((kind) => kind === value) ?? null })}
          />
          <SelectField
            label={t('network')}
            value={String(filter.chainId ?? '')}
            options={[any, ...chains.map(({ id, name }) => ({ value: String(id), label: name }))]}
            onChange={(value) => onChange({ chainId: value === '' ? null : Number(value) })}
          />
          <TokenSelect
            label={t('token')}
            value={filter.token}
            options={[
              any,
              ...[...new Set([...symbols, ...(filter.token ? [filter.token] : [])])].map((value) => ({
                value,
                label: value,
              })),
            ]}
            onChange={(token) => onChange({ token })}
          />
          <SelectField
            label={t('direction')}
            value={filter.direction ?? ''}
            options={[any, ...directions.map((value) => ({ value, label: t(`side.${value}`) }))]}
            onChange={(value) => onChange({ direction: directions.find((side) => side === value) ?? null })}
          />
          <Field label={t('from')} type="date" value={filter.from} onChange={(from) => onChange({ from })} />
          <Field label={t('to')} type="date" value={filter.to} onChange={(to) => onChange({ to })} />
        </div>
        {hasReset && isFiltered(filter) ? (
          <div className="pb-5">
            <Button size="small" onClick={onReset}>
              {t('reset')}
            </Button>
          </div>
        ) : null}
      </details>
    </search>
  );
}
