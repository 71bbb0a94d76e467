'use client';

import { Autocomplete } from '@base-ui/react/autocomplete';
import { useLocale } from 'next-intl';
import { type ComponentProps, useState } from 'react';
import type { Address } from 'viem';
import { Field } from '@/components/ui/field';
import { PersonLine } from './person-line';
import type { Person } from './use-people';
import './search-select.css';

/** Returns whether a typed text is part of a person's name, or the beginning of their address. */
export function matchesPerson({ name, address }: Person, typed: string, locale: string): boolean {
  const wanted = typed.trim().toLocaleLowerCase(locale);
  return name.toLocaleLowerCase(locale).includes(wanted) || address.toLowerCase().startsWith(wanted);
}

/** Returns the one person with a typed name, or null. Quotation marks, which a chosen name has, don't count. */
export function personNamed(people: readonly Person[], typed: string, locale: string): Person | null {
  const plain = (name: string) =>
    name
      .trim()
      .replace(/^[“「](.*)[”」]$/, '$1')
      .toLocaleLowerCase(locale);
  const [named, ...others] = people.filter(({ name }) => plain(name) === plain(typed));
  return named && others.length === 0 ? named : null;
}

/**
 * Text field that offers people by name while it is empty or a name is typed, and takes any other text (combobox pattern
 * of the WAI-ARIA APG).
 */
export function PersonField({
  people,
  onPick,
  ...field
}: Omit<ComponentProps<typeof Field>, 'as'> & {
  people: readonly Person[];
  /** Called with the address of the person that the user selects. */
  onPick: (address: Address) => void;
}) {
  const locale = useLocale();
  const [isOpen, setOpen] = useState(false);
  const typed = field.value.trim().toLowerCase();
  const found = people.filter(
    // The field already has somebody's whole address, so there is nothing to choose.
    (person) => person.address.toLowerCase() !== typed && matchesPerson(person, typed, locale),
  );
  return (
    <Autocomplete.Root
      items={people}
      filteredItems={found}
      // While a list is open, the rest of the page is hidden from screen readers, so an empty one doesn't open.
      open={isOpen && found.length > 0}
      onOpenChange={setOpen}
      value={field.value}
      itemToStringValue={({ address }: Person) => address}
      onValueChange={(text, details) => {
        const picked = people.find(({ address }) => address === text);
        if (details.reason === 'item-press' && picked) return onPick(picked.address);
        // If the list is closed, let Escape reach the surrounding dialog and keep the text.
        if (details.reason === 'escape-key') {
          details.cancel();
          details.allowPropagation();
        }
      }}
      autoHighlight
      openOnInputClick
    >
      {/* An open list hides the rest of the page from screen readers, and the field's label with it. */}
      <Field {...field} aria-label={field.label} as={Autocomplete.Input} />
      <Autocomplete.Portal>
        <Autocomplete.Positioner sideOffset={4} className="search-select-place">
          <Autocomplete.Popup className="search-select-list">
            <Autocomplete.List>
              {(person: Person) => (
                <Autocomplete.Item key={person.address} value={person} className="search-select-option">
                  <PersonLine {...person} />
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  );
}
