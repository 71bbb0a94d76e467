import 'server-only';
import type { Messages } from 'next-intl';
import { cache } from 'react';
import type { Locale } from '@/lib/i18n/routing';
import { type DraftProblem, overlayDrafts, type Wording } from './overlay';
import { isPreview } from './preview-mode';
import { readDrafts } from './read-drafts';

/** A locale's wording with the drafts in it, and what is wrong with them. Null where this request is no preview. */
export const previewWording = cache(
  async (locale: Locale): Promise<{ messages: Messages; problems: DraftProblem[] } | null> => {
    if (!(await isPreview())) return null;
    const published: Messages = (await import(`../../messages/${locale}.json`)).default;
    const file = await readDrafts(locale);
    if ('problem' in file) return { messages: published, problems: [{ key: '', kind: file.problem }] };
    // The build has compiled the texts, which the type of the JSON does not know; an overlay keeps every key.
    const { messages, problems } = overlayDrafts(published as unknown as Wording, file.drafts, locale);
    return { messages: messages as unknown as Messages, problems };
  },
);
