import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { SWRConfig } from 'swr';
import { SwapPreferenceFields } from '@/components/wallet/fields/swap-preference-fields';
import { SessionList } from '@/components/wallet/settings/session-list';
import { useNotices } from '@/lib/browser/notices';
import { useSession } from '@/lib/session/session';
import { useSwapPreferences } from '@/lib/wallet/swap/swap-preferences';
import en from '@/messages/en.json';
import { configureOfflineApi } from '../../../support/client-settings';

const session = {
  device: null,
  createdAt: '2026-01-02T03:04:05.000Z',
  lastUsedAt: '2026-01-02T04:04:05.000Z',
};
const told = () => useNotices.getState().notices.map(({ message }) => message);

const show = (content: ReactNode) =>
  render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="UTC">
      <SWRConfig value={{ provider: () => new Map() }}>{content}</SWRConfig>
    </NextIntlClientProvider>,
  );

beforeEach(() => {
  configureOfflineApi();
  useNotices.setState({ notices: [] });
  useSession.setState({ token: 'secret', account: null });
});

test('AUTH-6 lists the sessions, and ends all others with one button', async () => {
  let open = [
    { ...session, device: 'Firefox, Windows', isCurrent: true },
    { ...session, createdAt: '2026-01-01T03:04:05.000Z', isCurrent: false },
  ];
  const ended: string[] = [];
  globalThis.fetch = (async (url, options) => {
    if (options?.method === 'POST') {
      ended.push(String(url));
      open = open.slice(0, 1);
      return Response.json({ code: 200, msg: '', data: { ended: 1 } });
    }
    return Response.json({ code: 200, msg: '', data: open });
  }) as typeof fetch;
  show(<SessionList />);
  const list = await screen.findByRole('list', { name: "Where you're signed in" });
  expect(within(list).getAllByRole('listitem')[0]).toHaveTextContent(/^Firefox, WindowsThis session/);
  expect(within(list).getAllByRole('listitem')[1]).toHaveTextContent(/^Unknown device/);
  await userEvent.click(screen.getByRole('button', { name: 'Sign out everywhere else' }));
  expect(await screen.findAllByRole('listitem')).toHaveLength(1);
  expect(ended).toEqual([expect.stringMatching(/\/user\/endOtherSessions$/)]);
  expect(told()).toEqual(['Signed out 1 other session.']);
  expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull();
});

test('AUTH-6 sessions that can’t be loaded are reported with a way to retry', async () => {
  globalThis.fetch = (async () => Response.json({ code: 500, msg: 'no' }, { status: 500 })) as typeof fetch;
  show(<SessionList />);
  expect(await screen.findByText("Can't load your sessions.")).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('WAL-5 WAL-19 the slippage tolerance is kept on this device, and an invalid one isn’t used after a reload', async () => {
  show(<SwapPreferenceFields slippageId="slippage" minutesId="minutes" />);
  const slippage = screen.getByRole('textbox', { name: 'Slippage tolerance' });
  await userEvent.clear(slippage);
  await userEvent.type(slippage, '1.2');
  expect(JSON.parse(localStorage.getItem('tidewell.swapPreferences') ?? '')).toMatchObject({
    slippage: '1.2',
  });
  await userEvent.clear(slippage);
  await userEvent.type(slippage, '90');
  expect(slippage).toBeInvalid();
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'tidewell.swapPreferences' })));
  expect(useSwapPreferences.getState().slippage).toBe('0.5');
});
