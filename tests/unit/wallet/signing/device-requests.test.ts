import { bindingMessage, revocationMessage } from '@/lib/messages/protocol/device-binding';
import type { SigningContext } from '@/lib/wallet/signing/context';
import { ownDeviceStatement } from '@/lib/wallet/signing/device-statement';
import { parseTypedData } from '@/lib/wallet/signing/parse-typed-data';
import { readTypedData } from '@/lib/wallet/signing/typed-data';
import { samplePlace, signingContext } from '../../../support/signing-context';

const { account, chainId } = samplePlace;
const deviceKey = `0x${'1f'.repeat(32)}` as const;
const site = 'tidewell.example';

const domainTypes = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
];
/** Returns typed data as a page would send it to a wallet. */
const asked = ({ types, message, ...rest }: ReturnType<typeof bindingMessage | typeof revocationMessage>) =>
  JSON.stringify({ ...rest, types: { EIP712Domain: domainTypes, ...types }, message }, (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  );
const binding = asked(
  bindingMessage({ account, chainId, site, created: 1_800_000_000, expires: 1_830_000_000 }, deviceKey),
);
const revocation = asked(revocationMessage(account, { deviceKey, chainId, site, at: 1_800_000_000 }));

const warningsOf = (data: string, changes: Partial<SigningContext>) =>
  readTypedData(parseTypedData(data, chainId), signingContext(samplePlace, changes)).findings.map(
    ({ code }) => code,
  );

test.each([
  ['messagesDevice', binding],
  ['messagesRevocation', revocation],
])('HUB-1 a statement about a device is a danger, except on the messages page: %s', (code, data) => {
  expect(warningsOf(data, {})).toContain(code);
  expect(warningsOf(data, { origin: 'https://dapp.example' })).toContain(code);
  expect(warningsOf(data, { isMessagesPage: true })).toEqual([]);
});

const usual = { account, chainId, site, created: 1_800_000_000, expires: 1_830_000_000 };
const readOwn = (data: string, changes: Partial<SigningContext> = {}) =>
  ownDeviceStatement(
    parseTypedData(data, chainId),
    signingContext(samplePlace, { isMessagesPage: true, ...changes }),
  );

test('HUB-1 the review recognizes what the messages page asks for', () => {
  expect(readOwn(binding)).toEqual({ kind: 'binding', until: 1_830_000_000 });
  expect(readOwn(revocation)).toEqual({ kind: 'revocation' });
});

test.each([
  ['another site', { ...usual, site: 'evil.example' }],
  ['another account', { ...usual, account: `0x${'2'.repeat(40)}` as const }],
  ['a binding for ten years', { ...usual, expires: 2_115_000_000 }],
  ['an expired binding', { ...usual, expires: 1_700_000_000 }],
])('HUB-1 the review warns of a statement for %s, even on the messages page', (_, changed) => {
  const data = asked(bindingMessage(changed, deviceKey));
  expect(readOwn(data)).toBeNull();
  expect(warningsOf(data, { isMessagesPage: true })).toContain('noVerifyingContract');
});

test('HUB-1 the review warns of a statement with fields that it does not know', () => {
  const known = { name: 'site', type: 'string' };
  const data = binding.replace(
    JSON.stringify(known),
    JSON.stringify([known, { name: 'x', type: 'string' }]).slice(1, -1),
  );
  expect(readOwn(data.replace('"site":"', '"x":"","site":"'))).toBeNull();
  expect(readOwn(binding, { isMessagesPage: false })).toBeNull();
});
