import { useLocale, useTranslations } from 'next-intl';
import { type Ref, useId, useImperativeHandle, useState } from 'react';
import { type Address, isAddressEqual } from 'viem';
import { Button } from '@/components/ui/button';
import { CheckBox } from '@/components/ui/check-box';
import { TextButton } from '@/components/wallet/display/text-button';
import { AddressInput } from '@/components/wallet/fields/address-input';
import { shortAddress } from '@/lib/evm/address';
import { byName, useContacts } from '@/lib/wallet/contacts/contacts';
import { useReadAddress } from '@/lib/wallet/ens/use-ens';
import { LookAlikeWarnings } from './look-alike-warnings';
import type { NameOf } from './use-person-name';

/** Adds the typed address. Returns everyone chosen then, or null after showing what is wrong with the address. */
export type PeoplePickerHandle = { addTyped: () => readonly Address[] | null };

/** Selects accounts from the contacts, or by address or ENS name. */
export function PeoplePicker({
  ref,
  account,
  chosen,
  excluded,
  nameOf,
  onChange,
}: {
  ref?: Ref<PeoplePickerHandle>;
  account: Address;
  chosen: readonly Address[];
  /** Accounts that can't be chosen, because they are already members. */
  excluded: readonly Address[];
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
    ({ address }) => !isIn(excluded, address as Address) && !isAddressEqual(address as Address, account),
  );
  const toggle = (address: Address, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, address] : chosen.filter((one) => !isAddressEqual(one, address)));
  const others = chosen.filter(
    (address) => !offered.some((contact) => isAddressEqual(contact.address as Address, address)),
  );
  const read = readAddress(typed);
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
      {offered.length > 0 ? (
        <fieldset className="grid">
          <legend className="text-sm">{t('contacts')}</legend>
          <div className="max-h-64 overflow-y-auto">
            {offered.map(({ name, address }) => (
              <label key={address} className="flex min-h-12 items-center gap-3 border-b border-line">
                <CheckBox
                  checked={isIn(chosen, address as Address)}
                  onChange={({ target }) => toggle(address as Address, target.checked)}
                />
                <span className="grid min-w-0">
                  <bdi className="truncate">{name}</bdi>
                  <span className="font-mono text-xs text-muted">{shortAddress(address)}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      ) : null}
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
      <div className="grid gap-2">
        <AddressInput
          id={id}
          label={t('address')}
          typed={typed}
          onChange={setTyped}
          onEnter={add}
          hint={t('addressHint')}
          error={problemText}
        />
        <LookAlikeWarnings
          account={account}
          people={'address' in read ? [...others, read.address] : others}
        />
        <div>
          <Button size="small" onClick={() => void add()}>
            {t('add')}
          </Button>
        </div>
      </div>
    </div>
  );
}
