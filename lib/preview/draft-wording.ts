import type { Messages } from 'next-intl';

/** Id of the data block that carries a preview's wording to parts that load their messages in the browser. */
export const DRAFT_WORDING_ID = 'draft-wording';

/** The wording of the preview that this page is; null for every other page. */
export function draftWording(): Messages | null {
  const text = document.getElementById(DRAFT_WORDING_ID)?.textContent;
  return text ? JSON.parse(text) : null;
}
