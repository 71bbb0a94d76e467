import { mailto } from '@/lib/browser/mailto';

/** The contact form's fields, in the order in which they appear in the message. The browser validates them. */
export const CONTACT_FIELDS = [
  { name: 'first_name', type: 'text', autoComplete: 'given-name', required: true },
  { name: 'last_name', type: 'text', autoComplete: 'family-name', required: true },
  { name: 'company', type: 'text', autoComplete: 'organization', required: false },
  { name: 'country', type: 'text', autoComplete: 'country-name', required: false },
  { name: 'email', type: 'email', autoComplete: 'email', required: true },
  { name: 'phone', type: 'tel', autoComplete: 'tel', required: false },
  { name: 'message', type: 'multiline', autoComplete: 'off', required: false },
] as const;

const [given, family, ...others] = CONTACT_FIELDS;

/** The fields for a language that puts the family name first. */
export const FAMILY_FIRST = [family, given, ...others] as const;

export type ContactFieldName = (typeof CONTACT_FIELDS)[number]['name'];

/**
 * Returns the `mailto:` URL for a completed form (CONT-3). The email body has one line for each completed field,
 * followed by the message. Only the message keeps its line breaks, so that no other field can contain a forged line.
 */
export function contactMailto(
  form: FormData,
  {
    to,
    subject,
    labels,
    fields = CONTACT_FIELDS,
  }: {
    to: string;
    subject: string;
    labels: Record<ContactFieldName, string>;
    fields?: typeof CONTACT_FIELDS | typeof FAMILY_FIRST;
  },
): string {
  const lines = fields.flatMap(({ name, type }) => {
    const value = String(form.get(name) ?? '').trim();
    if (!value) return [];
    return [`${labels[name]}: ${type === 'multiline' ? value : value.replace(/\s+/g, ' ')}`];
  });
  return mailto({ to, subject, body: lines.join('\n') });
}
