import type { Address } from 'viem';
import { messageDescriptors } from '@/lib/evm/erc7730/descriptor';
import { describeTypedData } from '@/lib/wallet/signing/clear-signing';
import { parseTypedData } from '@/lib/wallet/signing/parse-typed-data';
import { readTypedData } from '@/lib/wallet/signing/typed-data';
import { withUnderstanding } from '@/lib/wallet/signing/understood';
import { samplePlace, signingContext, typedData, typesOf } from '../../../support/signing-context';

const { chainId, account, token, stranger, vault: contract } = samplePlace;
const context = signingContext(samplePlace, {
  contracts: [{ chainId, name: 'card_contract', address: contract }],
});
const types = Object.keys(messageDescriptors.card_contract?.display.formats ?? {});
const values = {
  ...{ owner: account, token, card: 3, nonce: 7, deadline: String(context.now + 600n) },
  ...{ perDay: '5000000', perMonth: '6000000', offlinePerMonth: '7000000', overCaptureBps: 2_000 },
};

type Changes = { message?: Record<string, unknown>; at?: Address; name?: string; version?: string };

/** Returns the request to sign a message of a card, with its type in the notation of EIP-712. */
function request(type: string, { message = {}, at = contract, name, version }: Changes = {}) {
  const primaryType = type.slice(0, type.indexOf('('));
  const fields = (typesOf(type)[primaryType] ?? []).map((field) => field.name ?? '');
  const all: Record<string, unknown> = { ...values, ...message };
  const domain = {
    ...{ name: name ?? 'Tidewell card account', version: version ?? '1', chainId, verifyingContract: at },
  };
  const signed = Object.fromEntries(fields.map((field) => [field, all[field]]));
  const raw = typedData({ chainId, token: at }, primaryType, typesOf(type), signed, { domain });
  return parseTypedData(raw, chainId);
}

/** Returns the codes of all findings of a request. */
function codesOf(...args: Parameters<typeof request>): string[] {
  const parsed = request(...args);
  const asked = { account, chainId, raw: '', kind: 'typedData', typedData: parsed } as const;
  const reading = readTypedData(parsed, context);
  const description = describeTypedData(parsed, context);
  return withUnderstanding(asked, reading, description, context).findings.map(({ code }) => code);
}

test('WAL-1 WAL-16 each message that changes a card is described, and has no finding', () => {
  expect(types).toHaveLength(5);
  const intents = types.map((type) => describeTypedData(request(type), context)?.intent);
  expect(intents).toEqual(['openCard', 'setCardLimits', 'freezeCard', 'unfreezeCard', 'closeCard']);
  for (const type of types) expect([type, codesOf(type)]).toEqual([type, []]);
});

test('WAL-1 a new card is described with its limits in its token, and changed ones in base units', () => {
  const valuesOf = (type = '') =>
    Object.fromEntries(
      describeTypedData(request(type), context)?.fields.map(({ label, value }) => [label, value]) ?? [],
    );
  expect(valuesOf(types[0])).toMatchObject({
    perDay: { raw: 5_000_000n, token: { symbol: 'tUSDT' } },
    perMonth: { raw: 6_000_000n, token: { symbol: 'tUSDT' } },
    offlinePerMonth: { raw: 7_000_000n, token: { symbol: 'tUSDT' } },
    overCapture: { text: '20%' },
    owner: { address: account },
  });
  expect(valuesOf(types[1])).toMatchObject({
    card: { text: '3' },
    perDayUnits: { text: '5000000' },
    offlinePerMonthUnits: { text: '7000000' },
  });
});

test('WAL-16 a deadline that is far, or over, and an unlisted token are shown', () => {
  const [openCard = '', , freeze = ''] = types;
  expect(codesOf(freeze, { message: { deadline: '1' } })).toEqual(['expired']);
  expect(codesOf(freeze, { message: { deadline: String(context.now * 2n) } })).toEqual(['farDeadline']);
  expect(codesOf(openCard, { message: { token: stranger } })).toEqual(['notUnderstood']);
});

test('WAL-16 a message of a card at another contract, domain, or type is a danger', () => {
  const [, , freeze = ''] = types;
  expect(codesOf(freeze, { at: stranger })).toContain('unreadSignature');
  expect(codesOf(freeze, { name: 'Tidewell vault' })).toContain('unreadSignature');
  expect(codesOf(freeze, { version: '2' })).toContain('unreadSignature');
  expect(codesOf('FreezeCard(uint256 card,uint256 nonce,uint256 deadline)')).toContain('unreadSignature');
  expect(codesOf('WithdrawNow(uint32 card,uint256 nonce,uint256 deadline)')).toContain('unreadSignature');
});
