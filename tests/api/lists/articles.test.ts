import { privateKeyToAccount } from 'viem/accounts';
import { GET as detail } from '@/app/api/article/detail/[id]/route';
import { GET as list } from '@/app/api/article/type/ordinary/route';
import { GET as unread } from '@/app/api/article/unreadCount/route';
import { POST as logout } from '@/app/api/user/logout/route';
import { article, articlePage, unreadCount } from '@/lib/api/schemas/article';
import { READ_ARTICLES_LIMIT } from '@/lib/constants';
import { database } from '@/lib/server/db/database';
import { migrateAndSeed } from '@/lib/server/db/migrate';
import {
  ANNOUNCEMENTS_DIR,
  type Announcement,
  readAnnouncements,
} from '@/lib/server/seed/announcement-files';
import { seedArticles } from '@/lib/server/seed/seed-articles';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { tokenOf } from '../../support/api-sign-in';
import { queryDatabase } from '../../support/plain-chains';

let backend: Backend;
let ours: Announcement[];
const HOUR_MS = 3_600_000;

const seed = (announcements: readonly Announcement[]) =>
  database('public').transaction((transaction) => seedArticles(transaction, announcements));
const signIn = (digit: string) => tokenOf(privateKeyToAccount(`0x${digit.repeat(64)}`));
const chinese = { Language: 'zh_CN' };

const made = (id: number, publishedAt: Date, texts: Announcement['texts']): Announcement => ({
  id,
  publishedAt,
  texts,
});
const english = (title: string, body = `Body of ${title}`) =>
  ({ locale: 'en', title, summary: `Summary of ${title}`, body }) as const;

async function page(options: Parameters<typeof callRoute>[1] = {}) {
  return articlePage.parse((await callRoute(list, options)).data);
}
const idsOf = async (options: Parameters<typeof callRoute>[1] = {}) =>
  (await page(options)).list.map(({ id }) => id);
const readIds = async (token: string) =>
  (await page({ token })).list.filter(({ read }) => read).map(({ id }) => id);
const countOf = async (options: Parameters<typeof callRoute>[1] = {}) =>
  unreadCount.parse((await callRoute(unread, options)).data).count;

beforeAll(async () => {
  backend = await startBackend();
  ours = await readAnnouncements(ANNOUNCEMENTS_DIR);
});
beforeEach(() => seed(ours));
afterAll(() => backend.stop());

test('WAL-12 API-7 lists announcements newest first, by page, in the language of the header', async () => {
  const answer = await callRoute(list);
  expect(answer).toMatchObject({ code: 200, status: 200 });
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('vary')).toBe('Language');
  const all = articlePage.strict().parse(answer.data);
  expect(all.total).toBe(ours.length);
  const times = all.list.map(({ publishedAt }) => publishedAt);
  expect(times).toEqual([...times].sort().reverse());
  expect(all.list.at(-1)).toEqual({
    id: 1,
    title: 'Try Tidewell on two local networks',
    summary: expect.stringContaining('test money'),
    lang: 'en',
    publishedAt: '2026-11-02T09:00:00.000Z',
    read: false,
  });
  const second = await page({ query: { pageNum: 2, pageSize: 4 }, headers: chinese });
  expect(second).toMatchObject({ total: ours.length, pageNum: 2, pageSize: 4 });
  expect(second.list.at(-1)).toMatchObject({ id: 1, title: '兩條本機鏈，放心試用', lang: 'zh-Hant' });
  expect(await page({ query: { pageNum: 99 } })).toMatchObject({ list: [], total: ours.length });
  expect(await callRoute(list, { query: { pageSize: 101 } })).toMatchObject({ code: 400 });
});

test('WAL-12 API-7 returns an announcement with its sanitized body, and 404 for an unknown one', async () => {
  const answer = await callRoute(detail, { params: { id: '1' } });
  const first = article.strict().parse(answer.data);
  expect(first.body).toContain('<table>');
  expect(first.body).toContain('<a href="/wallet" rel="noopener noreferrer nofollow">');
  const translated = await callRoute(detail, { params: { id: '1' }, headers: chinese });
  expect(translated.data).toMatchObject({
    lang: 'zh-Hant',
    body: expect.stringContaining('href="/zh-Hant/wallet"'),
  });
  expect(await callRoute(detail, { params: { id: '99' }, headers: chinese })).toMatchObject({
    code: 404,
    status: 404,
    data: null,
  });
  for (const id of ['x', '0', '-1', '1.5', '99999999999'])
    expect(await callRoute(detail, { params: { id } })).toMatchObject({ code: 400 });
});

test('WAL-12 I18N-3 falls back to the default language for a missing translation or language', async () => {
  await seed([
    made(1, new Date(0), [
      english('First'),
      { locale: 'zh-Hant', title: '第一則', summary: '摘要', body: '內文' },
    ]),
    made(2, new Date(1), [english('Second')]),
  ]);
  expect((await page({ headers: chinese })).list).toMatchObject([
    { id: 2, title: 'Second', summary: 'Summary of Second', lang: 'en' },
    { id: 1, title: '第一則', summary: '摘要', lang: 'zh-Hant' },
  ]);
  expect((await callRoute(detail, { params: { id: '2' }, headers: chinese })).data).toMatchObject({
    lang: 'en',
    body: '<p>Body of Second</p>\n',
  });
  expect((await page({ headers: { Language: 'de_DE' } })).list).toMatchObject([
    { lang: 'en' },
    { lang: 'en' },
  ]);
});

test('WAL-12 hides a future announcement and unpublishes one that was removed from the files', async () => {
  const soon = made(50, new Date(Date.now() + HOUR_MS), [english('Soon')]);
  const now = made(51, new Date(Date.now() - HOUR_MS), [english('Now')]);
  await seed([soon, now]);
  expect(await idsOf()).toEqual([51]);
  expect(await countOf()).toBe(1);
  expect(await callRoute(detail, { params: { id: '50' } })).toMatchObject({ code: 404 });
  expect(await callRoute(detail, { params: { id: '1' } })).toMatchObject({ code: 404 });
  await seed([{ ...soon, publishedAt: new Date(Date.now() - 1) }]);
  expect(await idsOf()).toEqual([50]);
  await seed([]);
  expect(await page()).toMatchObject({ list: [], total: 0 });
  expect(await countOf()).toBe(0);
});

test('WAL-12 seeding again updates and renders only changed texts', async () => {
  const mark = 'kept as it was rendered';
  await queryDatabase(backend, 'update article_texts set body = $1', [mark]);
  await migrateAndSeed();
  expect((await callRoute(detail, { params: { id: '1' } })).data).toMatchObject({ body: mark });
  expect(await idsOf()).toHaveLength(ours.length);
  const [first] = ours;
  if (!first) throw new Error('there is no announcement');
  const [text] = first.texts;
  if (!text) throw new Error('it has no text');
  await seed([{ ...first, texts: [{ ...text, title: 'Another title', body: '**New**' }] }]);
  expect(
    (await callRoute(detail, { params: { id: String(first.id) }, headers: chinese })).data,
  ).toMatchObject({
    title: 'Another title',
    lang: 'en',
    body: '<p><strong>New</strong></p>\n',
  });
  await queryDatabase(backend, "update article_texts set source_hash = ''");
  await seed(ours);
});

test('WAL-12 reading an announcement marks it as read once, and only for the signed-in user', async () => {
  const [ada, ben] = await Promise.all([signIn('a'), signIn('b')]);
  const total = ours.length;
  expect(await countOf({ token: ada })).toBe(total);
  const read = () => callRoute(detail, { params: { id: '1' }, token: ada });
  await Promise.all([read(), read(), read()]);
  await read();
  expect(await readIds(ada)).toEqual([1]);
  expect(await countOf({ token: ada })).toBe(total - 1);
  expect(await readIds(ben)).toEqual([]);
  expect(await countOf({ token: ben })).toBe(total);
  expect((await page()).list.some(({ read }) => read)).toBe(false);
  // Read marks survive even if the announcement is temporarily removed from the files.
  await seed(ours.filter(({ id }) => id !== 1));
  expect(await countOf({ token: ada })).toBe(total - 1);
  await seed(ours);
  expect(await readIds(ada)).toEqual([1]);
});

test('WAL-12 counts an anonymous reader’s unread announcements by the device’s read marks, and ignores unknown IDs', async () => {
  const total = ours.length;
  expect(await countOf()).toBe(total);
  expect(await countOf({ query: { ids: '' } })).toBe(total);
  expect(await countOf({ query: { ids: '1,2,2,999' } })).toBe(total - 2);
  expect(await queryDatabase(backend, 'select * from article_reads where article_id = 999')).toEqual([]);
});

test('WAL-12 announcements read on the device before a sign-in are then marked as read for the user', async () => {
  const token = await signIn('c');
  const total = ours.length;
  expect(await countOf({ token, query: { ids: '2,3,999' } })).toBe(total - 2);
  expect(await countOf({ token, query: { ids: '2,3,999' } })).toBe(total - 2);
  expect(await countOf({ token })).toBe(total - 2);
  expect((await readIds(token)).sort()).toEqual([2, 3]);
});

test('WAL-12 limits and validates IDs', async () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1).join(',');
  expect(await callRoute(unread, { query: { ids: ids(READ_ARTICLES_LIMIT) } })).toMatchObject({ code: 200 });
  for (const wrong of [
    ids(READ_ARTICLES_LIMIT + 1),
    '1,',
    'x',
    '1;2',
    '-1',
    '1.5',
    '9999999999',
    "1' or '1'='1",
  ])
    expect(await callRoute(unread, { query: { ids: wrong }, headers: chinese })).toMatchObject({
      code: 400,
      data: { issues: [{ path: 'ids', message: expect.stringContaining('整數') }] },
    });
});

test('WAL-12 API-5 rejects an invalid token', async () => {
  const token = await signIn('d');
  await callRoute(logout, { body: {}, token });
  const calls = [list, unread, detail] as const;
  for (const route of calls) {
    expect(await callRoute(route, { token, params: { id: '1' } })).toMatchObject({ code: 1007, status: 401 });
    expect(await callRoute(route, { token: 'x'.repeat(43), params: { id: '1' } })).toMatchObject({
      code: 401,
    });
    expect(
      await callRoute(route, { headers: { Authorization: 'Basic eDp5' }, params: { id: '1' } }),
    ).toMatchObject({ code: 401 });
  }
});
