import { cleanup, screen } from '@testing-library/react';
import { SWRConfig } from 'swr';
import { Coins } from '@/components/wallet/coins/coins';
import { useSession } from '@/lib/session/session';
import { configureOfflineApi } from '../../../support/client-settings';
import { renderOnChains, silent } from '../../../support/test-chains';

const realFetch = globalThis.fetch;

beforeEach(() => {
  configureOfflineApi();
  useSession.setState({ token: null, account: null });
});
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
});

test.each(['abc', '', '0', '-1', '1.5', '01', '1e3', '9999999999'])(
  'WAL-5 the invalid coin ID "%s" is unknown without a request',
  (id) => {
    const requested: string[] = [];
    globalThis.fetch = (url) => {
      requested.push(String(url));
      return Promise.reject(new TypeError('offline'));
    };
    window.history.replaceState(null, '', `/wallet/coins?id=${id}`);
    renderOnChains(
      <SWRConfig value={{ revalidateOnMount: true }}>
        <Coins />
      </SWRConfig>,
      new Map([[901, silent]]),
    );
    expect(screen.getByRole('alert')).toHaveTextContent('Token not found.');
    expect(requested.filter((url) => /\/coin\/[^/]*$/.test(url) && !url.endsWith('/all'))).toEqual([]);
  },
);
