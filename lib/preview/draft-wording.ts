import type { Messages } from 'next-intl';

/** ID of the data block that contains a preview's messages, for code that loads messages in the browser. */
export const DRAFT_WORDING_ID = 'draft-wording';

/** Returns the messages of the current preview, or null if the page isn't a preview. */
export function draftWording(): Messages | null {
  const text = document.getElementById(DRAFT_WORDING_ID)?.textContent;
  return text ? JSON.parse(text) : null;
}
