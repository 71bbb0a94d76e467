import { z } from 'zod';

const text = z.string().default('');

/** The secret link's query. Path and locale are checked after the secret, so that a stranger learns nothing. */
export const previewLink = z.object({ secret: text, path: text, locale: text });

/** The page one was on when one left, as the preview bar's form sends it. */
export const previewExit = previewLink.omit({ secret: true });
