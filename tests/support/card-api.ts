import { screen, within } from '@testing-library/react';
import { useSheet } from '@/components/wallet/transaction-sheet/sheet';
import { useDialogs } from '@/lib/browser/dialogs';
import { useSession } from '@/lib/session/session';
import { CARD_OWNER, cardAnswer } from './card-page';
import { configureClient } from './client-settings';

type Answer = (path: string) => { status?: number; body: unknown };

/** The API of the card page: the bodies that it got in this test, and what it answers. */
export const cardApi: { asked: { path: string; body: unknown }[]; answer: Answer } = {
  asked: [],
  answer: () => ({ body: null }),
};

/** Has the tests of a file call `cardApi` instead of a server, as a signed-in user on the card page. */
export function installCardApi(): void {
  const realFetch = globalThis.fetch;
  beforeEach(() => {
    configureClient();
    cardApi.asked = [];
    cardApi.answer = (path) => ({ body: { code: 200, msg: '', data: cardAnswer(path) } });
    globalThis.fetch = (async (url: unknown, init?: RequestInit) => {
      const path = new URL(String(url), 'http://site.invalid').pathname.replace('/api', '');
      // The stream stays open without events.
      if (path === '/card/stream') return new Promise<Response>(() => undefined);
      if (init?.body) cardApi.asked.push({ path, body: JSON.parse(String(init.body)) });
      const { status = 200, body } = cardApi.answer(path);
      return { ok: status < 400, status, json: async () => body } as Response;
    }) as typeof fetch;
    window.history.replaceState(null, '', '/wallet/card');
    useSession.setState({ token: 'secret', account: CARD_OWNER });
    useDialogs.setState({ open: null });
    useSheet.setState({ order: null, entryId: null });
  });
  afterEach(() => {
    useSession.setState({ token: null, account: null });
    globalThis.fetch = realFetch;
  });
}

/** Queries in the row of the sample card. */
export async function cardRow() {
  const row = (await screen.findByRole('heading', { name: 'Card ending in 4242' })).closest('li');
  if (!row) throw new Error('the card is not in a row');
  return within(row);
}

/** Returns the plan of the open review. */
export const plannedOrder = () => useSheet.getState().order?.plan;
