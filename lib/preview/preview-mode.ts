import 'server-only';
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { cookies, draftMode, headers } from 'next/headers';
import { cache } from 'react';
import { DRAFT_MODE_COOKIE, NONCE_HEADER } from '@/lib/constants';
import { serverEnv } from '@/lib/settings/env';

const PREVIEW_COOKIE = 'preview';

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** Compares two strings in constant time. */
export const isSame = (a: string, b: string): boolean => timingSafeEqual(sha256(a), sha256(b));

/** Returns a cookie value derived from the secret. It becomes invalid when the secret changes. */
export const sealOf = (secret: string): string =>
  createHmac('sha256', secret).update('preview').digest('base64url');

/**
 * Returns whether this request is a preview. Next's draft mode alone isn't enough, because its cookie is the same for
 * everyone and stays valid after the secret changes. Draft mode is checked first to keep pages static.
 */
export const isPreview = cache(async (): Promise<boolean> => {
  if (!(await draftMode()).isEnabled) return false;
  const { PREVIEW_SECRET } = serverEnv();
  const seal = (await cookies()).get(PREVIEW_COOKIE)?.value;
  return PREVIEW_SECRET !== undefined && seal !== undefined && isSame(seal, sealOf(PREVIEW_SECRET));
});

/** Returns the middleware's CSP nonce for a page rendered in draft mode, or undefined for static pages. */
export async function scriptNonce(): Promise<string | undefined> {
  if (!(await draftMode()).isEnabled) return undefined;
  return (await headers()).get(NONCE_HEADER) ?? undefined;
}

/**
 * Returns flags for session cookies. `Secure` is set only if all origins use https, so that previews work on loopback.
 */
function cookieFlags() {
  const secure = serverEnv().ORIGINS.every((origin) => origin.startsWith('https:'));
  return { httpOnly: true, sameSite: 'lax', secure, path: '/' } as const;
}

/** Enables preview mode for this visitor until the browser closes. Call this only in route handlers. */
export async function startPreview(secret: string): Promise<void> {
  (await draftMode()).enable();
  const jar = await cookies();
  const { value = '' } = jar.get(DRAFT_MODE_COOKIE) ?? {};
  jar.set(DRAFT_MODE_COOKIE, value, cookieFlags());
  jar.set(PREVIEW_COOKIE, sealOf(secret), cookieFlags());
}

/**
 * Disables preview mode. Does nothing without its cookies, as in a form post from another site. Call this only in route
 * handlers.
 */
export async function endPreview(): Promise<void> {
  const draft = await draftMode();
  if (!draft.isEnabled) return;
  draft.disable();
  const jar = await cookies();
  for (const name of [DRAFT_MODE_COOKIE, PREVIEW_COOKIE])
    jar.set(name, '', { ...cookieFlags(), expires: new Date(0) });
}
