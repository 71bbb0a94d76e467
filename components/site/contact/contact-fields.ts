/** The form's fields in the order the message lists them. Validation is the browser's own. */
export const CONTACT_FIELDS = [
  { name: 'first_name', type: 'text', autoComplete: 'given-name', required: true },
  { name: 'last_name', type: 'text', autoComplete: 'family-name', required: true },
  { name: 'company', type: 'text', autoComplete: 'organization', required: false },
  { name: 'country', type: 'text', autoComplete: 'country-name', required: false },
  { name: 'email', type: 'email', autoComplete: 'email', required: true },
  { name: 'phone', type: 'tel', autoComplete: 'tel', required: false },
  { name: 'message', type: 'multiline', autoComplete: 'off', required: false },
] as const;

export type ContactFieldName = (typeof CONTACT_FIELDS)[number]['name'];
