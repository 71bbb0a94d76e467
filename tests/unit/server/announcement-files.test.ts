import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { routing } from '@/lib/i18n/routing';
import { ANNOUNCEMENTS_DIR, readAnnouncements } from '@/lib/server/seed/announcement-files';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'tidewell-announcements-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const file = (fields: Record<string, string>, body = 'Text.') =>
  `---\n${Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')}\n---\n${body}\n`;
const GOOD = { title: 'A title', summary: 'A summary.', publishedAt: '2026-01-31T10:00:00+01:00' };
const { publishedAt: _, ...GOOD_TRANSLATION } = GOOD;

async function write(name: string, content: string) {
  await mkdir(path.join(dir, path.dirname(name)), { recursive: true });
  await writeFile(path.join(dir, name), content);
}

test('WAL-12 our own announcements are valid and in both languages', async () => {
  const announcements = await readAnnouncements(ANNOUNCEMENTS_DIR);
  expect(announcements.length).toBeGreaterThan(5);
  for (const { texts } of announcements)
    expect(texts.map(({ locale }) => locale)).toEqual([...routing.locales]);
});

test('WAL-12 an announcement is a folder with one file per language', async () => {
  await write('7-a-thing/en.md', file(GOOD, '\n## Head\n\n---\n\nEnd.'));
  await write('7-a-thing/zh-Hant.md', file({ ...GOOD_TRANSLATION, title: '"標題：有冒號"' }));
  await write('12-another/en.md', file(GOOD).replaceAll('\n', '\r\n'));
  expect(await readAnnouncements(dir)).toEqual([
    {
      id: 12,
      publishedAt: new Date('2026-01-31T09:00:00Z'),
      texts: [{ locale: 'en', title: 'A title', summary: 'A summary.', body: 'Text.' }],
    },
    {
      id: 7,
      publishedAt: new Date('2026-01-31T09:00:00Z'),
      texts: [
        { locale: 'en', title: 'A title', summary: 'A summary.', body: '## Head\n\n---\n\nEnd.' },
        { locale: 'zh-Hant', title: '標題：有冒號', summary: 'A summary.', body: 'Text.' },
      ],
    },
  ]);
});

test('WAL-12 no folder means no announcements', async () => {
  expect(await readAnnouncements(path.join(dir, 'none'))).toEqual([]);
});

test.each([
  ['en.md', file({ ...GOOD, publishedAt: '31 January' }), /en\.md: publishedAt: must be a time like/],
  ['en.md', file(GOOD_TRANSLATION), /en\.md: publishedAt: must be a time like/],
  ['en.md', file({ ...GOOD, title: '' }), /en\.md: title: must be a text$/],
  ['en.md', file({ ...GOOD, title: '"  "' }), /en\.md: title: must not be empty$/],
  ['en.md', file({ ...GOOD, title: 'x'.repeat(121) }), /en\.md: title: must have at most 120 characters$/],
  ['en.md', file({ ...GOOD, author: 'x' }), /en\.md: author: unknown field$/],
  ['en.md', file(GOOD, ''), /en\.md: body: must not be empty$/],
  ['en.md', file(GOOD, 'x'.repeat(65_537)), /en\.md: body: must have at most 65536 characters$/],
  ['en.md', 'Just text.', /en\.md: must begin with front matter between two lines of ---$/],
  ['en.md', '---\n- a\n---\nText.', /en\.md: the front matter between the two lines of --- has no fields$/],
  [
    'en.md',
    '---\ntitle: "a\n---\nText.',
    /en\.md: the front matter between the two lines of --- is not YAML: .+ at line 1/,
  ],
  ['zh-Hant.md', file(GOOD), /7-a-thing\/zh-Hant\.md: publishedAt: unknown field$/],
  ['zh-hant.md', file(GOOD_TRANSLATION), /7-a-thing\/zh-hant\.md: is none of en\.md, zh-Hant\.md$/],
])('WAL-12 an invalid %s is reported in one line (%#)', async (name, content, message) => {
  await write('7-a-thing/en.md', file(GOOD));
  await write(`7-a-thing/${name}`, content);
  await expect(readAnnouncements(dir)).rejects.toThrow(message);
  await expect(readAnnouncements(dir)).rejects.toThrow(/^config\/announcements\/7-a-thing\/[^\n]*$/);
});

test('WAL-12 reports a folder without a number, without English, or with a duplicate number', async () => {
  await write('7-a-thing/zh-Hant.md', file(GOOD_TRANSLATION));
  await expect(readAnnouncements(dir)).rejects.toThrow('config/announcements/7-a-thing/en.md: is missing');
  await write('7-a-thing/en.md', file(GOOD));
  await write('7-another/en.md', file(GOOD));
  await expect(readAnnouncements(dir)).rejects.toThrow(
    'config/announcements/7-another: its number is taken by another announcement',
  );
  await rm(path.join(dir, '7-another'), { recursive: true });
  for (const name of ['thing', '0-thing', '7', 'x.md']) {
    await write(`${name}/en.md`, file(GOOD));
    await expect(readAnnouncements(dir)).rejects.toThrow(
      `config/announcements/${name}: must be a folder named like 7-what-it-is-about`,
    );
    await rm(path.join(dir, name), { recursive: true });
  }
});
