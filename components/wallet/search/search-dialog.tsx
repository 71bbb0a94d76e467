'use client';

import { Autocomplete } from '@base-ui/react/autocomplete';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { CoinIcon } from '@/components/ui/coin-icon';
import { Dialog } from '@/components/ui/dialog';
import { closeDialog, useDialogs } from '@/lib/browser/dialogs';
import { usePastedEntries } from './pasted-entries';
import { type SearchEntry, type SearchGroup, useSearchGroups } from './search-entries';
import './search-dialog.css';

/** Maximum number of results to list. Typing narrows them down. */
const MAX_RESULTS = 40;

const matches = ({ label, hint = '', words = '', isPasted }: SearchEntry, query: string) =>
  isPasted || `${label} ${hint} ${words}`.toLowerCase().includes(query.trim().toLowerCase());

function Result({ entry, onChoose }: { entry: SearchEntry; onChoose: (entry: SearchEntry) => void }) {
  return (
    <Autocomplete.Item value={entry} className="search-result" onClick={() => onChoose(entry)}>
      {entry.icon === undefined ? null : <CoinIcon icon={entry.icon} size={28} />}
      <span className="min-w-0 truncate">{entry.label}</span>
      {entry.hint === undefined ? null : (
        <span className="ms-auto min-w-0 truncate text-sm text-muted">{entry.hint}</span>
      )}
    </Autocomplete.Item>
  );
}

/** The search field and its results. */
function Search({
  query,
  onType,
  onChoose,
}: {
  query: string;
  onType: (query: string) => void;
  onChoose: (entry: SearchEntry) => void;
}) {
  const t = useTranslations('wallet.search');
  const pasted = usePastedEntries(query);
  const others = useSearchGroups();
  const groups: SearchGroup[] = pasted.length > 0 ? [{ name: 'pasted', items: pasted }, ...others] : others;
  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      value={query}
      onValueChange={(text, details) => {
        if (details.reason !== 'escape-key') return onType(text);
        // Let Escape close the dialog instead of clearing the field.
        details.cancel();
        details.allowPropagation();
      }}
      itemToStringValue={({ label }: SearchEntry) => label}
      filter={matches}
      limit={MAX_RESULTS}
      autoHighlight="always"
      keepHighlight
    >
      <div className="field-box">
        <Autocomplete.Input
          aria-label={t('title')}
          placeholder={t('placeholder')}
          className="field-input text-base!"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
        />
      </div>
      <Autocomplete.Empty>
        <p className="py-6 text-muted">{t('empty')}</p>
      </Autocomplete.Empty>
      <Autocomplete.List className="search-results">
        {(group: SearchGroup) => (
          <Autocomplete.Group key={group.name} items={group.items}>
            <Autocomplete.GroupLabel className="search-group">
              {t(`group.${group.name}`)}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(entry: SearchEntry) => <Result key={entry.id} entry={entry} onChoose={onChoose} />}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}

/** Dialog that searches actions, pages, DApps, contacts, and tokens by name, opens pasted text, and runs the chosen result. */
export function SearchDialog() {
  const t = useTranslations('wallet.search');
  const open = useDialogs((state) => state.open === 'search');
  const close = () => closeDialog('search');
  const [query, setQuery] = useState('');
  const [wasOpen, setWasOpen] = useState(open);
  // The dialog stays mounted during its exit animation. Clear the query, in case the dialog reopens before the
  // animation ends.
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setQuery('');
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('title')}
      closeLabel={t('close')}
      firstFocus={() => document.querySelector<HTMLElement>('.dialog-popup [role="combobox"]')}
    >
      <Search
        query={query}
        onType={setQuery}
        onChoose={(entry) => {
          close();
          entry.run();
        }}
      />
    </Dialog>
  );
}
