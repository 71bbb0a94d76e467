import 'server-only';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { type Locale, routing } from '@/lib/i18n/routing';
import { ARTICLE_BODY_LIMIT_CHARACTERS } from '@/lib/server/articles/sanitize-article';

export type AnnouncementText = { locale: Locale; title: string; summary: string; body: string };
export type Announcement = { id: number; publishedAt: Date; texts: AnnouncementText[] };

/** Directory of the operator's announcement files. */
export const ANNOUNCEMENTS_DIR = path.join(process.cwd(), 'config', 'announcements');

const FOLDER = /^([1-9]\d{0,8})(-[a-z0-9]+)+$/;
const PARTS = /^---\r?\n([\s\S]*?)\r?\n---(?:\r?\n([\s\S]*))?$/;

const line = (limit: number) =>
  z
    .string('must be a text')
    .trim()
    .min(1, 'must not be empty')
    .max(limit, `must have at most ${limit} characters`);
const text = z.strictObject({
  title: line(120),
  summary: line(300),
  body: line(ARTICLE_BODY_LIMIT_CHARACTERS),
});
/** Fields of the default language's file, which also has the publication time. */
const defaultText = text.extend({
  publishedAt: z.iso
    .datetime({ offset: true, error: 'must be a time like 2026-01-31T09:00:00Z' })
    .transform((at) => new Date(at)),
});

const invalid = (name: string, reason: string, cause?: unknown) =>
  new Error(`config/announcements/${name}: ${reason}`, { cause });

function frontMatter(name: string, source: string): Record<string, unknown> {
  try {
    const parsed: unknown = parse(source);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed };
  } catch (error) {
    const [reason] = error instanceof Error ? error.message.split('\n') : [];
    throw invalid(name, `the front matter between the two lines of --- is not YAML: ${reason}`, error);
  }
  throw invalid(name, 'the front matter between the two lines of --- has no fields');
}

function parseFile<Schema extends z.ZodType>(
  name: string,
  content: string,
  schema: Schema,
): z.output<Schema> {
  const parts = PARTS.exec(content);
  if (!parts) throw invalid(name, 'must begin with front matter between two lines of ---');
  const result = schema.safeParse({ ...frontMatter(name, parts[1] ?? ''), body: parts[2] ?? '' });
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = issue?.code === 'unrecognized_keys' ? issue.keys.join(', ') : issue?.path.join('.');
  throw invalid(name, `${field}: ${issue?.code === 'unrecognized_keys' ? 'unknown field' : issue?.message}`);
}

async function readAnnouncement(dir: string, folder: string): Promise<Announcement> {
  const id = Number(FOLDER.exec(folder)?.[1] ?? Number.NaN);
  if (Number.isNaN(id)) throw invalid(folder, 'must be a folder named like 7-what-it-is-about');
  const fileOf = (locale: Locale) => `${locale}.md`;
  const files = await readdir(path.join(dir, folder)).catch((error: unknown) => {
    throw invalid(folder, 'cannot be read', error);
  });
  const locales = routing.locales.filter((locale) => files.includes(fileOf(locale)));
  const unexpected = files.find(
    (file) => !file.startsWith('.') && !locales.some((locale) => fileOf(locale) === file),
  );
  if (unexpected)
    throw invalid(`${folder}/${unexpected}`, `is none of ${routing.locales.map(fileOf).join(', ')}`);
  const read = (locale: Locale) => readFile(path.join(dir, folder, fileOf(locale)), 'utf8');
  const { defaultLocale } = routing;
  const defaultFile = `${folder}/${fileOf(defaultLocale)}`;
  if (!locales.includes(defaultLocale)) throw invalid(defaultFile, 'is missing');
  const { publishedAt, ...leadingText } = parseFile(defaultFile, await read(defaultLocale), defaultText);
  const others = await Promise.all(
    locales
      .filter((locale) => locale !== defaultLocale)
      .map(async (locale) => ({
        locale,
        ...parseFile(`${folder}/${fileOf(locale)}`, await read(locale), text),
      })),
  );
  return { id, publishedAt, texts: [{ locale: defaultLocale, ...leadingText }, ...others] };
}

/**
 * Reads the operator's announcements. Each has a folder such as `7-what-it-is-about`, whose number is the
 * announcement's ID, with one Markdown file per language.
 * @throws a one-line Error that names the file and the invalid field.
 */
export async function readAnnouncements(dir: string): Promise<Announcement[]> {
  const entries = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    // A missing folder means that there are no announcements, because Git doesn't store empty folders.
    if (error.code === 'ENOENT') return [];
    throw new Error('config/announcements cannot be read', { cause: error });
  });
  const folders = entries.filter((entry) => !entry.startsWith('.')).sort();
  const announcements = await Promise.all(folders.map((folder) => readAnnouncement(dir, folder)));
  const duplicate = announcements.findIndex(
    ({ id }, index) => announcements.findIndex((a) => a.id === id) < index,
  );
  if (duplicate >= 0) throw invalid(folders[duplicate] ?? '', 'its number is taken by another announcement');
  return announcements;
}
