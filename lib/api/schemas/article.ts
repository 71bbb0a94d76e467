import { z } from 'zod';
import { READ_ARTICLES_LIMIT } from '@/lib/constants';
import { routing } from '@/lib/i18n/routing';
import { pageOf, time, wireInt } from './values';

const id = z.int().positive();

const heading = {
  id,
  title: z.string(),
  /** Language of the text. If there is no translation, this is the default language. */
  lang: z.enum(routing.locales).describe('Language of the text (BCP 47)'),
  publishedAt: time,
};

const articleEntry = z.object({
  ...heading,
  summary: z.string(),
  read: z.boolean().describe('Whether the signed-in user has read it; false if not signed in'),
});

export const articlePage = pageOf(articleEntry);

export const article = z.object({ ...heading, body: z.string().describe('Sanitized HTML') });

export const articleId = z.object({ id: wireInt.pipe(z.int().positive().max(2_147_483_647)) });

export const unreadQuery = z.object({
  ids: z
    .string()
    .regex(/^(\d{1,9}(,\d{1,9})*)?$/, { error: 'articleIds' })
    .transform((text) => (text === '' ? [] : text.split(',').map(Number)))
    .refine((ids) => ids.length <= READ_ARTICLES_LIMIT, { error: 'articleIds' })
    .prefault('')
    .describe('IDs read on this device, separated by commas; marked as read for a signed-in user'),
});

export const unreadCount = z.object({ count: z.int().nonnegative() });
