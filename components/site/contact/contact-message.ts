import { mailto } from '@/lib/browser/mailto';
import { CONTACT_FIELDS, type ContactFieldName } from './contact-fields';

/**
 * The `mailto:` address of a filled form (CONT-3): filled fields only, one a line, the message last and with its line
 * breaks. A field of one line cannot pretend to be another field.
 */
export function contactMailto(
  form: FormData,
  { to, subject, labels }: { to: string; subject: string; labels: Record<ContactFieldName, string> },
): string {
  const lines = CONTACT_FIELDS.flatMap(({ name, type }) => {
    const value = String(form.get(name) ?? '').trim();
    if (!value) return [];
    return [`${labels[name]}: ${type === 'multiline' ? value : value.replace(/\s+/g, ' ')}`];
  });
  return mailto({ to, subject, body: lines.join('\n') });
}
