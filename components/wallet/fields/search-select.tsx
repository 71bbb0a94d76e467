'use client';

import { Combobox } from '@base-ui/react/combobox';
import { useTranslations } from 'next-intl';
import { useId } from 'react';
import './search-select.css';

type Option = { value: string; label: string };

/** Maximum number of matches to list. Typing narrows them down. */
const MAX_MATCHES = 50;

const matches = ({ label }: Option, query: string) =>
  label.toLowerCase().includes(query.trim().toLowerCase());

/** Searchable select for very long lists (combobox pattern of the WAI-ARIA APG). */
export function SearchSelect({
  label,
  value,
  options,
  onChange,
  disabled = false,
}: {
  label: string;
  value: string;
  options: readonly Option[];
  onChange: (value: string) => void;
  disabled?: boolean | undefined;
}) {
  const t = useTranslations('wallet.list');
  const id = useId();
  const chosen = options.find((option) => option.value === value) ?? null;
  return (
    <Combobox.Root
      items={options}
      value={chosen}
      onValueChange={(option, details) => {
        if (option) return onChange(option.value);
        // If the list is closed, let Escape reach the surrounding dialog and keep the selection.
        details.cancel();
        details.allowPropagation();
      }}
      onInputValueChange={(text, details) => {
        if (text === '' && details.reason === 'escape-key') details.cancel();
      }}
      isItemEqualToValue={(one, other) => one.value === other.value}
      filter={matches}
      limit={MAX_MATCHES}
      autoHighlight
      disabled={disabled}
    >
      <label htmlFor={id} className="text-sm">
        {label}
      </label>
      <div className="field-box">
        <Combobox.Input id={id} placeholder={t('find')} className="field-input text-base!" />
      </div>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} className="search-select-place">
          <Combobox.Popup className="search-select-list">
            <Combobox.Empty>
              <p className="p-3 text-sm text-muted">{t('noMatch')}</p>
            </Combobox.Empty>
            <Combobox.List>
              {(option: Option) => (
                <Combobox.Item key={option.value} value={option} className="search-select-option">
                  {option.label}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
