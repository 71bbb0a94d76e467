import { readLastBalances, storeLastBalances } from '@/lib/session/last-balances';
import { startSession, useSession } from '@/lib/session/session';
import { beginSession, endSession } from '@/lib/session/session-changes';

const balances = [{ symbol: 'ETH', network: 'Local', amount: '5', decimals: 18 }];
const last = { account: '0x1', at: 1, balances };
const expiry = new Date(Date.now() + 60_000).toISOString();

test('WAL-25 the last balances are of the session’s account only, and end with it', () => {
  startSession({
    wording: { disconnected: '' },
    revoke: async () => undefined,
    loadChanges: async () => ({ endSessionHere: () => undefined }),
  });
  storeLastBalances(last);
  expect(readLastBalances()).toBeNull();
  beginSession('a', expiry, '0x1');
  storeLastBalances({ ...last, account: '0x2' });
  expect(readLastBalances()).toBeNull();
  storeLastBalances(last);
  expect(readLastBalances()).toEqual(last);
  useSession.setState({ account: '0x2' });
  expect(readLastBalances()).toBeNull();
  beginSession('b', expiry, '0x1');
  expect(readLastBalances()).toBeNull();
  storeLastBalances(last);
  endSession();
  expect(Object.values({ ...localStorage }).join()).not.toContain('ETH');
});

test.each(['', '{', '[]', '{"account":"0x1","at":"1","balances":[]}'])(
  'WAL-25 stored text %j is ignored, as are broken entries',
  (text) => {
    useSession.setState({ token: 'a', account: '0x1' });
    localStorage.setItem('tidewell.lastBalances', text);
    expect(readLastBalances()).toBeNull();
    const broken = [{ ...balances[0], amount: '-5' }, null, { symbol: 'ETH' }];
    localStorage.setItem(
      'tidewell.lastBalances',
      JSON.stringify({ ...last, balances: [...broken, ...balances] }),
    );
    expect(readLastBalances()).toEqual(last);
  },
);
