import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { SWRConfig } from 'swr';
import { AnnouncementsDialog } from '@/components/site/announcements/announcements-dialog';
import { UnreadBadge } from '@/components/site/announcements/unread-badge';
import type { DialogWording } from '@/components/site/site-dialog-props';
import { configureApi } from '@/lib/api/api-settings';
import { ANNOUNCEMENT_PAGE_SIZE } from '@/lib/api/hooks';
import { openDialog, useDialogs } from '@/lib/browser/dialogs';
import type { Locale } from '@/lib/i18n/routing';
import { markArticleRead, useReadArticles } from '@/lib/preferences/read-articles';
import { ArticleApi, entryOf } from '../../support/article-api';

let path = '/wallet';
jest.mock('next/navigation', () => ({
  ...jest.requireActual<object>('next/navigation'),
  usePathname: () => path,
}));

let api: ArticleApi;
const realFetch = globalThis.fetch;
const user = userEvent.setup();

const wording: DialogWording = {
  close: 'Close',
  failed: "Can't load the list.",
  retry: 'Try again',
  retrying: 'Retrying…',
  loading: 'Loading…',
  languageTitle: '',
  currencyTitle: '',
  menuTitle: '',
  announcements: {
    title: 'Announcements',
    back: 'All announcements',
    more: 'Show more',
    empty: 'No announcements yet.',
    unread: 'Unread',
    unreadCount: '# unread',
  },
};

const Fresh = ({ children }: { children: ReactNode }) => (
  <SWRConfig value={{ provider: () => new Map(), errorRetryCount: 0, dedupingInterval: 0 }}>
    {children}
  </SWRConfig>
);

function open(locale: Locale = 'en') {
  render(<AnnouncementsDialog locale={locale} wording={wording} menu={null} />, { wrapper: Fresh });
  act(() => openDialog('announcements'));
}

const items = () => within(screen.getByRole('list', { name: 'Announcements' })).getAllByRole('listitem');

beforeEach(async () => {
  localStorage.clear();
  path = '/wallet';
  useReadArticles.setState({ entries: [] });
  useDialogs.setState({ open: null });
  api = new ArticleApi();
  const origin = await api.start();
  globalThis.fetch = ((url, init) => realFetch(new URL(String(url), origin), init)) as typeof fetch;
  configureApi({
    wording: { offline: '-', timeout: '-', tooMany: '-', unavailable: '-' },
    locale: 'en',
  });
  api.entries = [entryOf(2, { read: true }), entryOf(1)];
});
afterEach(async () => {
  cleanup();
  globalThis.fetch = realFetch;
  await api.stop();
});

test('WAL-12 the list shows titles, summaries and localized dates, and marks unread items', async () => {
  open();
  expect(await screen.findByRole('dialog', { name: 'Announcements' })).toBeVisible();
  await screen.findByText('Title 2');
  const [read, unread] = items();
  expect(read).toHaveTextContent('Title 2Summary 2November 2, 2026');
  expect(read).not.toHaveTextContent('Unread');
  expect(unread).toHaveTextContent('Title 1Summary 1November 1, 2026Unread');
});

test('WAL-12 formats dates for Chinese', async () => {
  open('zh-Hant');
  await screen.findByText('Title 1');
  expect(items()[1]).toHaveTextContent('2026年11月1日');
});

test('WAL-12 an announcement opens in the dialog and becomes read, and going back restores focus', async () => {
  open();
  await user.click(await screen.findByRole('button', { name: 'Title 1' }));
  expect(await screen.findByRole('dialog', { name: 'Title 1' })).toBeVisible();
  const back = screen.getByRole('button', { name: 'All announcements' });
  expect(back).toHaveFocus();
  expect(await screen.findByText('Body 1')).toBeVisible();
  await waitFor(() => expect(localStorage.getItem('tidewell.readArticles')).toBe('[1]'));
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Announcements' })).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Title 1' })).toHaveFocus());
  expect(screen.queryByText('Unread')).toBeNull();
});

test('WAL-12 an announcement that fails to load stays unread and can be retried', async () => {
  open();
  const entry = await screen.findByRole('button', { name: 'Title 1' });
  api.fails = true;
  await user.click(entry);
  expect(await screen.findByRole('alert')).toHaveTextContent('Not now.');
  expect(useReadArticles.getState().entries).toEqual([]);
  api.fails = false;
  await user.click(screen.getByRole('button', { name: /^Try/ }));
  expect(await screen.findByText('Body 1')).toBeVisible();
  expect(useReadArticles.getState().entries).toEqual([1]);
});

test('WAL-12 loads more announcements on demand and focuses the first of them', async () => {
  api.entries = Array.from({ length: ANNOUNCEMENT_PAGE_SIZE + 2 }, (_, index) => entryOf(20 - index));
  open();
  await screen.findByText('Title 20');
  expect(items()).toHaveLength(ANNOUNCEMENT_PAGE_SIZE);
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  const first = await screen.findByRole('button', { name: `Title ${20 - ANNOUNCEMENT_PAGE_SIZE}` });
  await waitFor(() => expect(first).toHaveFocus());
  expect(items()).toHaveLength(ANNOUNCEMENT_PAGE_SIZE + 2);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('WAL-12 a page that fails to load keeps the list, shows the reason and can be retried', async () => {
  api.entries = Array.from({ length: ANNOUNCEMENT_PAGE_SIZE + 1 }, (_, index) => entryOf(20 - index));
  open();
  await screen.findByText('Title 20');
  api.fails = true;
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByRole('alert')).toHaveTextContent("Can't load the list.Not now.");
  expect(items()).toHaveLength(ANNOUNCEMENT_PAGE_SIZE);
  api.fails = false;
  await user.click(screen.getByRole('button', { name: /^Try/ }));
  await waitFor(() => expect(items()).toHaveLength(ANNOUNCEMENT_PAGE_SIZE + 1));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('WAL-12 the dialog shows that there are no announcements, or why they failed to load', async () => {
  api.entries = [];
  open();
  expect(await screen.findByText('No announcements yet.')).toBeVisible();
  cleanup();
  api.fails = true;
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent("Can't load the list.Not now.");
  api.fails = false;
  api.entries = [entryOf(1)];
  await user.click(screen.getByRole('button', { name: /^Try/ }));
  expect(await screen.findByText('Title 1')).toBeVisible();
});

describe('the bell', () => {
  let bell: HTMLElement;
  beforeEach(() => {
    bell = document.createElement('button');
    bell.innerHTML = '<span>Announcements</span><span data-unread></span>';
    document.body.append(bell);
  });
  afterEach(() => bell.remove());
  const show = () =>
    render(<UnreadBadge places={[bell]} wording={wording.announcements.unreadCount} />, { wrapper: Fresh });

  test('WAL-12 has the unread count in its name and updates it as announcements are read', async () => {
    show();
    await waitFor(() => expect(bell).toHaveAccessibleName('Announcements 2 unread'));
    expect(bell).toHaveTextContent(/2$/);
    act(() => markArticleRead(1));
    await waitFor(() => expect(bell).toHaveAccessibleName('Announcements 1 unread'));
    expect(api.asked.at(-1)).toBe('/api/article/unreadCount?ids=1');
    act(() => markArticleRead(2));
    await waitFor(() => expect(bell).toHaveAccessibleName('Announcements'));
  });

  test('WAL-12 shows no count on a public page to someone who has neither signed in nor read an announcement', async () => {
    path = '/zh-Hant/home';
    show();
    await waitFor(() => expect(api.asked).toHaveLength(1));
    expect(bell).toHaveAccessibleName('Announcements');
    act(() => markArticleRead(1));
    await waitFor(() => expect(bell).toHaveAccessibleName('Announcements 1 unread'));
  });

  test('WAL-12 shows at most 9+, and nothing if the count fails to load', async () => {
    api.entries = Array.from({ length: 12 }, (_, index) => entryOf(index + 1));
    show();
    await waitFor(() => expect(bell).toHaveAccessibleName('Announcements 12 unread'));
    expect(bell).toHaveTextContent(/9\+$/);
    cleanup();
    api.fails = true;
    show();
    await waitFor(() => expect(api.asked).toHaveLength(2));
    expect(bell).toHaveAccessibleName('Announcements');
  });
});
