import { useLocale, useTranslations } from 'next-intl';
import { type ComponentProps, type Ref, useId, useImperativeHandle, useState } from 'react';
import { type Address, isAddressEqual } from 'viem';
import { CheckBox } from '@/components/ui/check-box';
import { TextButton } from '@/components/wallet/display/text-button';
import { AddressInput } from '@/components/wallet/fields/address-input';
import { matchesPerson } from '@/components/wallet/fields/person-field';
import { PersonLine } from '@/components/wallet/fields/person-line';
import type { Person } from '@/components/wallet/fields/use-people';
import { useRecentPeople } from '@/lib/wallet/activity/use-recent-people';
import { byName, useContacts } from '@/lib/wallet/contacts/contacts';
import { useReadAddress } from '@/lib/wallet/ens/use-ens';
import type { PayLists } from '@/lib/wallet/pay/pay-params';
import { LookAlikeWarnings } from './look-alike-warnings';
import type { NameOf } from './use-person-name';

/** Adds the typed address. Returns everyone chosen then, or null after showing what is wrong with the address. */
export type PeoplePickerHandle = { addTyped: () => readonly Address[] | null };

/** `PeoplePicker` with the people of recent payments. Mounted only while people are chosen, because it reads all chains. */
export function RecentPeoplePicker({
  lists,
  ...picking
}: { lists: PayLists } & Omit<ComponentProps<typeof PeoplePicker>, 'account' | 'recent'>) {
  const recent = useRecentPeople(lists);
  return <PeoplePicker {...picking} account={lists.account} recent={recent} />;
}

/** Selects accounts from the contacts and recent payments, or by address or ENS name. A typed name filters the list. */
export function PeoplePicker({
  ref,
  account,
  chosen,
  excluded,
  recent = [],
  nameOf,
  onChange,
}: {
  ref?: Ref<PeoplePickerHandle>;
  account: Address;
  chosen: readonly Address[];
  /** Accounts that can't be chosen, because they are already members. */
  excluded: readonly Address[];
  /** Accounts that were paid or paid recently, to choose from. None is a contact. */
  recent?: readonly Address[];
  nameOf: NameOf;
  onChange: (chosen: readonly Address[]) => void;
}) {
  const t = useTranslations('wallet.messages.picker');
  const problems = useTranslations('wallet.recipient.problem');
  const locale = useLocale();
  const id = useId();
  const contacts = useContacts((state) => state.entries);
  const readAddress = useReadAddress(null);
  const [typed, setTyped] = useState('');
  const [isTried, setTried] = useState(false);
  const isIn = (list: readonly Address[], address: Address) =>
    list.some((one) => isAddressEqual(one, address));
  const offered = byName(contacts, locale).filter(
    ({ address }) => !isIn(excluded, address) && !isAddressEqual(address, account),
  );
  const toggle = (address: Address, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, address] : chosen.filter((one) => !isAddressEqual(one, address)));
  const others = chosen.filter(
    (address) =>
      !isIn(recent, address) && !offered.some((contact) => isAddressEqual(contact.address, address)),
  );
  const groups = [
    { legend: t('contacts'), people: offered },
    {
      legend: t('recent'),
      people: recent
        .filter((address) => !isIn(excluded, address))
        .map((address) => ({ address, name: nameOf(address) })),
    },
  ];
  const isFound = (person: Person) => matchesPerson(person, typed, locale);
  const found = groups.flatMap((group) => group.people.filter(isFound));
  // Chosen people stay in sight, and everybody does if an address or another name is typed.
  const shown = groups
    .map((group) => ({
      ...group,
      people: group.people.filter((one) => found.length === 0 || isFound(one) || isIn(chosen, one.address)),
    }))
    .filter((group) => group.people.length > 0);
  const typedRead = readAddress(typed);
  // A name that fits one person chooses them.
  const [only, ...more] = typed.trim() === '' ? [] : found;
  const read = 'problem' in typedRead && only && more.length === 0 ? { address: only.address } : typedRead;
  const problem = (): string | undefined => {
    if (typed.trim() === '') return t('empty');
    if ('problem' in read) return read.problem === 'name' ? undefined : problems(read.problem);
    if (isAddressEqual(read.address, account)) return t('self');
    return isIn(excluded, read.address) || isIn(chosen, read.address) ? t('known') : undefined;
  };
  const add = (): readonly Address[] | null => {
    setTried(true);
    if (problem() !== undefined || 'problem' in read) {
      document.getElementById(id)?.focus();
      return null;
    }
    const next = [...chosen, read.address];
    onChange(next);
    setTyped('');
    setTried(false);
    return next;
  };
  useImperativeHandle(ref, () => ({ addTyped: () => (typed.trim() === '' ? chosen : add()) }));
  const problemText = isTried ? problem() : undefined;
  return (
    <div className="grid gap-3">
      <div className="grid gap-2">
        <AddressInput
          id={id}
          label={t('address')}
          typed={typed}
          onChange={setTyped}
          onEnter={add}
          {...(shown.length > 0 ? { hint: t('addressHint') } : {})}
          error={problemText}
        />
        <LookAlikeWarnings
          account={account}
          people={'address' in read ? [...others, read.address] : others}
        />
        <div>
          <TextButton onClick={() => void add()}>{t('add')}</TextButton>
        </div>
      </div>
      {others.length > 0 ? (
        <ul className="grid">
          {others.map((address) => (
            <li
              key={address}
              className="flex min-h-12 items-center justify-between gap-3 border-b border-line"
            >
              <span className="font-mono text-sm">{nameOf(address, 'exact')}</span>
              <TextButton
                label={t('removeOf', { name: nameOf(address, 'exact') })}
                onClick={() => toggle(address, false)}
              >
                {t('remove')}
              </TextButton>
            </li>
          ))}
        </ul>
      ) : null}
      {shown.map((group) => (
        <fieldset key={group.legend} className="grid">
          <legend className="text-sm">{group.legend}</legend>
          <div className="max-h-64 overflow-y-auto">
            {group.people.map(({ name, address }) => (
              <label
                key={address}
                className="flex min-h-14 cursor-pointer items-center gap-3 border-b border-line px-1 hover:bg-sunken has-checked:bg-water-wash"
              >
                <PersonLine name={name} address={address} />
                <CheckBox
                  checked={isIn(chosen, address)}
                  onChange={({ target }) => toggle(address, target.checked)}
                />
              </label>
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  );
}
