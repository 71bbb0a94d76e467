import 'server-only';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locale } from '@/lib/i18n/routing';
import { serverEnv } from '@/lib/settings/env';

export type DraftsFile = { drafts: unknown } | { problem: 'unreadable' | 'notJson' };

/** The drafts of a locale as they are on disk now; none where there is no file. */
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
    // Editors on Windows begin files with a byte order mark.
    return { drafts: JSON.parse(text.replace(/^\uFEFF/, '')) };
  } catch {
    return { problem: 'notJson' };
  }
}
