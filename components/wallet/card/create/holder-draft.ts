import type { CardCreateRequest, CardHolderRequest } from '@/lib/api/types';

export const personFields = ['firstName', 'lastName', 'email', 'phoneNumber', 'birth'] as const;
export const addressFields = ['line1', 'line2', 'city', 'state', 'postalCode', 'country'] as const;
type PersonField = (typeof personFields)[number];
export type AddressField = (typeof addressFields)[number];
export type HolderField = PersonField | AddressField | 'terms';

/** The person who gets a card, as entered. It stays in memory while the form is open, and is never stored. */
export type HolderDraft = Record<PersonField | AddressField, string> & { terms: boolean };

export const emptyHolder: HolderDraft = {
  ...{ firstName: '', lastName: '', email: '', phoneNumber: '', birth: '' },
  ...{ line1: '', line2: '', city: '', state: '', postalCode: '', country: '', terms: false },
};

const optional: readonly HolderField[] = ['line2', 'state'];
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** Phone number with the country code (E.164). */
const PHONE = /^\+[1-9]\d{6,14}$/;

/** Removes what people write between the digits of a phone number. */
const phoneOf = (text: string) => text.replace(/[\s().-]/g, '');

type HolderProblem = 'missing' | 'email' | 'phone' | 'terms';

/** Returns what is wrong with a field, or null. The issuer checks everything again. */
export function holderProblem(name: HolderField, draft: HolderDraft): HolderProblem | null {
  if (name === 'terms') return draft.terms ? null : 'terms';
  const text = draft[name].trim();
  if (text === '') return optional.includes(name) ? null : 'missing';
  if (name === 'email') return EMAIL.test(text) ? null : 'email';
  if (name === 'phoneNumber') return PHONE.test(phoneOf(text)) ? null : 'phone';
  return null;
}

/** Returns the first of some fields that is wrong, or null. */
export const firstWrong = (names: readonly HolderField[], draft: HolderDraft): HolderField | null =>
  names.find((name) => holderProblem(name, draft) !== null) ?? null;

function addressOf(draft: HolderDraft): CardHolderRequest['address'] {
  const [line2, state] = [draft.line2.trim(), draft.state.trim()];
  return {
    line1: draft.line1.trim(),
    ...(line2 ? { line2 } : {}),
    city: draft.city.trim(),
    ...(state ? { state } : {}),
    postalCode: draft.postalCode.trim(),
    country: draft.country,
  };
}

/** Returns the cardholder in a request. */
export const holderOf = (draft: HolderDraft): CardHolderRequest => ({
  firstName: draft.firstName.trim(),
  lastName: draft.lastName.trim(),
  email: draft.email.trim(),
  phoneNumber: phoneOf(draft.phoneNumber),
  birth: draft.birth,
  address: addressOf(draft),
  hasAcceptedTerms: true,
});

/** Returns where a physical card is sent. */
export const shippingOf = (draft: HolderDraft): NonNullable<CardCreateRequest['shipping']> => ({
  name: `${draft.firstName.trim()} ${draft.lastName.trim()}`,
  address: addressOf(draft),
});

export type CardTypeName = CardCreateRequest['type'];

/** Returns the fields that a new card needs: all for the first one, and name and address to send another one. */
export function neededFields(type: CardTypeName, hasHolder: boolean): readonly HolderField[] {
  if (!hasHolder) return [...personFields, ...addressFields, 'terms'];
  return type === 'physical' ? ['firstName', 'lastName', ...addressFields] : [];
}
