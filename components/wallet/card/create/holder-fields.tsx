import { useLocale, useTranslations } from 'next-intl';
import { ConsentBox } from '@/components/ui/check-box';
import { Field } from '@/components/ui/field';
import { SelectField } from '@/components/ui/select-field';
import {
  type AddressField,
  addressFields,
  type HolderDraft,
  type HolderField,
  holderProblem,
  personFields,
} from './holder-draft';

const types: Partial<Record<HolderField, string>> = { email: 'email', phoneNumber: 'tel', birth: 'date' };
const completions: Readonly<Record<Exclude<HolderField, 'terms'>, string>> = {
  firstName: 'given-name',
  lastName: 'family-name',
  email: 'email',
  phoneNumber: 'tel',
  birth: 'bday',
  line1: 'address-line1',
  line2: 'address-line2',
  city: 'address-level2',
  state: 'address-level1',
  postalCode: 'postal-code',
  country: 'country',
};

type FieldsProps = {
  /** Prefix of the fields' IDs. */
  id: string;
  draft: HolderDraft;
  isTried: boolean;
  onChange: (draft: HolderDraft) => void;
};

function TextFields({
  names,
  id,
  draft,
  isTried,
  onChange,
}: FieldsProps & { names: readonly Exclude<HolderField, 'terms' | 'country'>[] }) {
  const t = useTranslations('wallet.card.holder');
  return names.map((name) => {
    const problem = isTried ? holderProblem(name, draft) : null;
    return (
      <Field
        key={name}
        id={`${id}-${name}`}
        label={t(`field.${name}`)}
        type={types[name] ?? 'text'}
        autoComplete={completions[name]}
        maxLength={254}
        value={draft[name]}
        onChange={(value) => onChange({ ...draft, [name]: value })}
        {...(name === 'phoneNumber' ? { hint: t('phoneHint') } : {})}
        {...(problem ? { error: t(`problem.${problem}`) } : {})}
      />
    );
  });
}

/** Fields for a postal address in one of the program's countries. */
export function PostalFields({
  countries,
  hasName = false,
  ...fields
}: FieldsProps & {
  countries: readonly string[];
  /** Whether to ask for the name, too. */
  hasName?: boolean;
}) {
  const t = useTranslations('wallet.card.holder');
  const locale = useLocale();
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const { draft, onChange } = fields;
  const texts = addressFields.filter((name): name is Exclude<AddressField, 'country'> => name !== 'country');
  return (
    <>
      <TextFields names={hasName ? ['firstName', 'lastName', ...texts] : texts} {...fields} />
      <SelectField
        label={t('field.country')}
        value={draft.country}
        options={countries.map((code) => ({ value: code, label: names.of(code) ?? code }))}
        onChange={(country) => onChange({ ...draft, country })}
      />
    </>
  );
}

/** Fields for the person who gets a card, which go to the issuer. */
export function HolderFields({
  countries,
  issuer,
  ...fields
}: FieldsProps & { countries: readonly string[]; issuer: string }) {
  const t = useTranslations('wallet.card.holder');
  const { id, draft, isTried, onChange } = fields;
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-3 text-lg">{t('title')}</legend>
      <p className="measure text-sm text-muted">{t('about', { issuer })}</p>
      <TextFields names={personFields} {...fields} />
      <PostalFields countries={countries} {...fields} />
      <ConsentBox
        id={`${id}-terms`}
        label={t('terms', { issuer })}
        isGiven={draft.terms}
        error={isTried && !draft.terms ? t('problem.terms') : undefined}
        onChange={(terms) => onChange({ ...draft, terms })}
      />
    </fieldset>
  );
}
