/** @jest-environment node */
import type { Hex } from 'viem';
import {
  activeDevices,
  consistencyOf,
  emptyHead,
  headsOf,
  type LogEntry,
} from '@/lib/messages/protocol/binding-log';
import { securityCode } from '@/lib/messages/protocol/security-code';
import { keyOf, newAccount, newDevice, SITE } from '../../../support/messaging';

const account = newAccount();
async function bind(): Promise<LogEntry & { kind: 'bind' }> {
  const device = await newDevice(account);
  return { kind: 'bind', deviceKey: keyOf(device), binding: device.binding };
}
const revoke = (deviceKey: Hex): LogEntry => ({
  kind: 'revoke',
  deviceKey,
  chainId: 1,
  site: SITE,
  at: 1,
  signature: '0x12',
});

test('a log that goes on is consistent with all heads seen before, and one with another history is a fork', async () => {
  const [one, two, three] = [await bind(), await bind(), await bind()];
  const log = [one, two, revoke(one.deviceKey)];
  const heads = headsOf(log);
  expect(heads[0]).toEqual(emptyHead);
  expect(consistencyOf([...log, three], heads)).toBe('consistent');
  // Another device reported a longer log than the server shows.
  expect(consistencyOf(log.slice(0, 2), heads)).toBe('shorter');
  for (const other of [
    [two, one, log[2]],
    [one, three, log[2]],
    [one, two, three],
  ])
    expect(consistencyOf(other as LogEntry[], heads)).toBe('fork');
  // Also if only an old entry's detail differs.
  const altered = { ...one, binding: { ...one.binding, expires: one.binding.expires + 1 } };
  expect(consistencyOf([altered, two, revoke(one.deviceKey)], [heads[3] ?? emptyHead])).toBe('fork');
});

test('a revoked device stays revoked, also if an old binding comes again', async () => {
  const [one, two] = [await bind(), await bind()];
  expect(activeDevices([one, two])).toEqual([one.deviceKey, two.deviceKey]);
  expect(activeDevices([one, two, revoke(one.deviceKey), one])).toEqual([two.deviceKey]);
});

test('the security code is the same for both sides, and changes with every device', async () => {
  const members = [
    { leafIndex: 0, account: account.address, deviceKey: `0x${'11'.repeat(32)}` },
    { leafIndex: 1, account: newAccount().address, deviceKey: `0x${'22'.repeat(32)}` },
  ];
  const code = await securityCode(members);
  expect(code).toHaveLength(12);
  for (const group of code) expect(group).toMatch(/^\d{5}$/);
  expect(await securityCode(members.toReversed())).toEqual(code);
  const more = [...members, { leafIndex: 2, account: account.address, deviceKey: `0x${'33'.repeat(32)}` }];
  const other = members.map((member) => ({ ...member, deviceKey: member.deviceKey.replace('22', '23') }));
  const swapped = members.map((member, index) => ({
    ...member,
    account: members[1 - index]?.account ?? member.account,
  }));
  for (const changed of [more, other, swapped, members.slice(1)])
    expect(await securityCode(changed)).not.toEqual(code);
});
