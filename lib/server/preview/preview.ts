import 'server-only';
import type { z } from 'zod';
import type { previewLink, previewPage } from '@/lib/api/schemas/preview';
import { endPreview, startPreview } from '@/lib/preview/preview-mode';
import { isSame } from '@/lib/preview/seal';
import { serverEnv } from '@/lib/settings/env';
import { ApiError } from '../http/api-error';
import { addressOfReferrer, pageAddress } from './page-address';

/** The configured secret. Throws ApiError 404 where there are no previews. */
function previewSecret(): string {
  const { PREVIEW_SECRET } = serverEnv();
  if (PREVIEW_SECRET === undefined) throw new ApiError(404, 'noSuchCall');
  return PREVIEW_SECRET;
}

/** Starts a preview for whoever has the secret, and says where it begins. Throws ApiError 400, 403 or 404. */
export async function openPreview({ input }: { input: z.output<typeof previewLink> }): Promise<string> {
  const expected = previewSecret();
  if (!isSame(input.secret, expected)) throw new ApiError(403, 'previewRefused');
  const address = pageAddress(input.path, input.locale);
  await startPreview(expected);
  return address;
}

type PageCall = { input: z.output<typeof previewPage>; request: Request };

/** Says where the page at hand is in another language. Throws ApiError 400 or 404. */
export async function changeLanguage({ input, request }: PageCall): Promise<string> {
  previewSecret();
  return addressOfReferrer(request, input.locale);
}

/** Ends a preview, and says where the page at hand is. Throws ApiError 400 or 404. */
export async function leavePreview({ input, request }: PageCall): Promise<string> {
  previewSecret();
  const address = addressOfReferrer(request, input.locale);
  await endPreview();
  return address;
}
