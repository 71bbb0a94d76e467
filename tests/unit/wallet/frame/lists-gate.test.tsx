import { render, screen } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { SWRConfig } from 'swr';
import { ListsGate } from '@/components/wallet/frame/account-view';
import { useNotices } from '@/lib/browser/notices';
import messages from '@/messages/en.json';
import { configureClient } from '../../../support/client-settings';

beforeEach(configureClient);

function show() {
  return render(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false }}>
        <ListsGate skeleton={<p>Placeholder</p>}>{({ chains }) => <p>{chains.length} networks</p>}</ListsGate>
      </SWRConfig>
    </NextIntlClientProvider>,
  );
}

test("API-6 WAL-1 a page shows its own placeholder and one status while the networks' lists load", async () => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  globalThis.fetch = (async () => {
    await held;
    return Response.json({ code: 200, msg: '', data: [] });
  }) as typeof fetch;
  show();
  expect(screen.getByText('Placeholder').parentElement).toHaveAttribute('aria-hidden', 'true');
  expect(screen.getByRole('status')).toHaveTextContent('Loading the wallet…');
  answer();
  expect(await screen.findByText('0 networks')).toBeVisible();
  expect(screen.queryByRole('status')).toBeNull();
});

test('API-6 an unreachable API is reported in one place, and by no notification', async () => {
  globalThis.fetch = (async () => {
    throw new TypeError('Failed to fetch');
  }) as typeof fetch;
  show();
  expect(await screen.findByRole('alert')).toHaveTextContent("Can't load the networks and tokens.");
  expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(1);
  expect(useNotices.getState().notices).toEqual([]);
});
