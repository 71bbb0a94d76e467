import { bindingMessage, revocationMessage } from '@/lib/messages/protocol/device-binding';
import type { SigningContext } from '@/lib/wallet/signing/context';
import { parseTypedData } from '@/lib/wallet/signing/parse-typed-data';
import { readTypedData } from '@/lib/wallet/signing/typed-data';
import { samplePlace, signingContext } from '../../../support/signing-context';

const { account, chainId } = samplePlace;
const deviceKey = `0x${'1f'.repeat(32)}` as const;
const site = 'wallet.example';

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
  expect(warningsOf(data, { isMessagesPage: true })).toEqual(['noVerifyingContract']);
});
