import { inviteLink, keepInvitation, takeInvitation } from '@/lib/wallet/account/invitation';

const CODE = '7KQ2M9XA';
const arriveBy = (address: string) => window.history.replaceState({ kept: true }, '', address);

beforeEach(() => window.localStorage.clear());

test('WAL-11 an invite link stores its code for a single use and removes it from the URL', () => {
  const link = new URL(inviteLink(`${window.location.origin}/wallet?embed=1`, CODE));
  expect(link.searchParams.get('embed')).toBe('1');
  arriveBy(link.href);
  keepInvitation();
  expect(window.location.href).toBe(`${window.location.origin}/wallet?embed=1`);
  expect(window.history.state).toEqual({ kept: true });
  // A URL without a code doesn't remove the stored code.
  keepInvitation();
  expect(takeInvitation()).toBe(CODE);
  expect(takeInvitation()).toBeNull();
});

test('WAL-11 an invitation code is accepted in lower case', () => {
  arriveBy(`/wallet?invite=${CODE.toLowerCase()}`);
  keepInvitation();
  expect(takeInvitation()).toBe(CODE);
});

test.each(['', '1', '0OIL1111', '<script>', `${CODE}A`, '７ＫＱ２Ｍ９ＸＡ'])(
  'WAL-11 %j is not a code',
  (text) => {
    arriveBy(`/wallet?${new URLSearchParams({ invite: text })}`);
    keepInvitation();
    expect(window.location.search).toBe('');
    expect(takeInvitation()).toBeNull();
  },
);

test('WAL-11 a value that other code wrote to storage is not a code either', () => {
  window.localStorage.setItem('invitation', 'javascript:alert(1)');
  expect(takeInvitation()).toBeNull();
  expect(window.localStorage.getItem('invitation')).toBeNull();
});
