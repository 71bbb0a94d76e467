import { z } from 'zod';

const text = z.string().default('');

/** The secret link's query. Path and locale are checked after the secret, so that a stranger learns nothing. */
export const previewLink = z.object({
  secret: text.describe('The preview secret.'),
  path: text.meta({ description: 'Path of the page, without locale prefix.', examples: ['/home'] }),
  locale: text.meta({ description: 'Locale of the page.', examples: ['zh-Hant'] }),
});

/** The target language; the referrer names the page. */
export const previewPage = previewLink.pick({ locale: true });
