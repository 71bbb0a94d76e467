import type { Messages } from 'next-intl';

/** ID of the data block that passes a preview's wording to code that loads its messages in the browser. */
export const DRAFT_WORDING_ID = 'draft-wording';

/** Returns the wording of the current preview; null for other pages. */
export function draftWording(): Messages | null {
  const text = document.getElementById(DRAFT_WORDING_ID)?.textContent;
  return text ? JSON.parse(text) : null;
}
