import 'server-only';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Messages } from 'next-intl';
import { cache } from 'react';
import type { Locale } from '@/lib/i18n/routing';
import { serverEnv } from '@/lib/settings/env';
import { type DraftProblem, overlayDrafts, type Wording } from './overlay';
import { isPreview } from './preview-mode';

type DraftsFile = { drafts: unknown } | { problem: 'unreadable' | 'notJson' };

/** Reads the current drafts of a locale from disk. Returns no drafts if there is no file. */
export async function readDrafts(locale: Locale): Promise<DraftsFile> {
  const folder = path.resolve(/* turbopackIgnore: true */ process.cwd(), serverEnv().DRAFTS_DIR);
  let text: string;
  try {
    text = await readFile(path.join(folder, `${locale}.json`), 'utf8');
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return isMissing ? { drafts: {} } : { problem: 'unreadable' };
  }
  try {
    // Some Windows editors add a byte order mark.
    return { drafts: JSON.parse(text.replace(/^\uFEFF/, '')) };
  } catch {
    return { problem: 'notJson' };
  }
}

/**
 * Returns a locale's messages with drafts applied, and any problems with the drafts. Returns null if this request isn't
 * a preview.
 */
export const previewWording = cache(
  async (locale: Locale): Promise<{ messages: Messages; problems: DraftProblem[] } | null> => {
    if (!(await isPreview())) return null;
    const published: Messages = (await import(`../../messages/${locale}.json`)).default;
    const file = await readDrafts(locale);
    if ('problem' in file) return { messages: published, problems: [{ key: '', kind: file.problem }] };
    // The JSON type doesn't reflect that the build compiled these messages. Overlays keep every key.
    const { messages, problems } = overlayDrafts(published as unknown as Wording, file.drafts, locale);
    return { messages: messages as unknown as Messages, problems };
  },
);
