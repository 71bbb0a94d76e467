import { ParsedMessage } from '@signinwithethereum/siwe-parser';
import { type Address, isAddressEqual } from 'viem';
import { addressValue, networkFact, type SigningContext } from './context';
import { type Finding, found } from './finding';
import { type Fact, type FactLabel, type Reading, textFact } from './reading';
import { plainAddress } from './typed-data-values';

/** What every sign-in by EIP-4361 says in its first line, loosely: one that is only like it is no better. */
const PREFIX = /wants\s+you\s+to\s+sign\s+in\s+with\s+your\s+ethereum\s+account/i;

function parsed(text: string): ParsedMessage | null {
  try {
    return new ParsedMessage(text);
  } catch {
    return null;
  }
}

/** Whether a sign-in's own address (RFC 3986) is of the page's origin. */
function isOfOrigin(uri: string, origin: string): boolean {
  return URL.canParse(uri) && new URL(uri).origin === origin;
}

function placeFindings({ domain, uri, scheme }: ParsedMessage, origin: string): Finding[] {
  const page = new URL(origin);
  if (domain.toLowerCase() !== page.host.toLowerCase()) return [found('signInElsewhere', domain, page.host)];
  if (scheme !== undefined && `${scheme}:` !== page.protocol)
    return [found('signInElsewhere', `${scheme}://${domain}`, origin)];
  return isOfOrigin(uri, origin) ? [] : [found('signInElsewhere', uri, origin)];
}

function timeFindings({ expirationTime, notBefore }: ParsedMessage, now: bigint): Finding[] {
  const nowMs = Number(now) * 1_000;
  const isOver = expirationTime !== undefined && Date.parse(expirationTime) < nowMs;
  const isEarly = notBefore !== undefined && Date.parse(notBefore) > nowMs;
  return isOver || isEarly ? [found('signInTime')] : [];
}

/** A time as EIP-4361 writes it (RFC 3339), in words; as it is written where it is none. */
function timeFact(label: FactLabel, text: string): Fact {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) return textFact(label, text);
  return { label, value: { kind: 'time', seconds: BigInt(Math.floor(ms / 1_000)) } };
}

function signInFacts(message: ParsedMessage, address: Address, context: SigningContext): Fact[] {
  const { domain, uri, statement, chainId, issuedAt, expirationTime, notBefore, resources = [] } = message;
  const times = { issued: issuedAt, notBefore, until: expirationTime } as const;
  return [
    textFact('site', domain),
    textFact('uri', uri),
    { label: 'account', value: addressValue(context, address) },
    ...(statement === undefined ? [] : [textFact('statement', statement)]),
    networkFact(context, chainId),
    ...(['issued', 'notBefore', 'until'] as const).flatMap((label) =>
      times[label] === undefined ? [] : [timeFact(label, times[label])],
    ),
    ...resources.map((resource) => textFact('resource', resource)),
  ];
}

/** A sign-in by EIP-4361, held against the page that asks for it and the account that is asked; null for other texts. */
export function readSignIn(text: string, context: SigningContext): Reading | null {
  const message = parsed(text);
  const address = message && plainAddress(message.address);
  if (!message || !address)
    return PREFIX.test(text) ? { findings: [found('signInBroken')], groups: [] } : null;
  const isOther = !isAddressEqual(address, context.account);
  return {
    findings: [
      ...placeFindings(message, context.origin),
      ...(isOther ? [found('signInOther', address)] : []),
      ...(message.chainId === context.chainId
        ? []
        : [found('signInChain', context.networks.get(message.chainId) ?? String(message.chainId))]),
      ...timeFindings(message, context.now),
    ],
    groups: [{ title: 'signIn', facts: signInFacts(message, address, context) }],
  };
}
