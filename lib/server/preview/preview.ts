import 'server-only';
import { hasLocale } from 'next-intl';
import type { z } from 'zod';
import type { previewExit, previewLink } from '@/lib/api/schemas/preview';
import { serverEnv } from '@/lib/env';
import { getPathname } from '@/lib/i18n/navigation';
import { langKeyByLocale, routing } from '@/lib/i18n/routing';
import { endPreview, startPreview } from '@/lib/preview/preview-mode';
import { isSame } from '@/lib/preview/seal';
import { knownPaths, routes } from '@/lib/routes';
import { ApiError } from '../http/api-error';

/** The configured secret. Throws ApiError 404 where there are no previews. */
function previewSecret(): string {
  const { PREVIEW_SECRET } = serverEnv();
  if (PREVIEW_SECRET === undefined) throw new ApiError(404, 'noSuchCall');
  return PREVIEW_SECRET;
}

/**
 * Address of one of our own pages, its language named, so that a stored one does not lead away from it. Home and the
 * default locale where none is given. Throws ApiError 400 for a path or a locale that is not ours.
 */
function pageAddress({ path = '', locale = '' }: { path?: string; locale?: string }): string {
  const href = path || routes.home;
  const language = locale || routing.defaultLocale;
  if (!hasLocale(routing.locales, language) || ![...knownPaths, routes.notFound].includes(href))
    throw new ApiError(400, 'invalid');
  return `${getPathname({ href, locale: language })}?lang=${langKeyByLocale[language]}`;
}

/** Starts a preview for whoever has the secret, and says where it begins. Throws ApiError 400, 403 or 404. */
export async function openPreview({ secret, ...page }: z.output<typeof previewLink>): Promise<string> {
  const expected = previewSecret();
  if (!isSame(secret, expected)) throw new ApiError(403, 'previewRefused');
  const address = pageAddress(page);
  await startPreview(expected);
  return address;
}

/** Ends a preview, and says where its page is. Throws ApiError 400 or 404. */
export async function leavePreview(page: z.output<typeof previewExit>): Promise<string> {
  previewSecret();
  const address = pageAddress(page);
  await endPreview();
  return address;
}
