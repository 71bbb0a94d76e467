import { type Address, hashTypedData, isAddress } from 'viem';
import { trustedName } from '@/lib/wallet/approvals/approval-events';
import { deadlineFindings, readAllowance } from './allowance';
import { readInner } from './call';
import { describeTypedData } from './clear-signing';
import { addressValue, contractName, knownAt, networkFact, type SigningContext } from './context';
import { describeForeign } from './described';
import { deviceFindings, isDeviceStatement, ownDeviceStatement } from './device-statement';
import { type Finding, found, ranked } from './finding';
import { isKnownType } from './known-types';
import { textFindings } from './message';
import { definitionOf, type TypedDataRequest, type TypedDomain } from './parse-typed-data';
import { type Fact, type FactValue, factOf, type Group, type Reading, textFact } from './reading';
import { readSignedTransfer, signedCall, signedTransfer, typedAllowances } from './signed-grants';
import { elementOf, isAtom } from './typed-data-types';
import type { TypedValue } from './typed-data-values';
import { ordersIn, readOrder } from './typed-orders';

/** Maximum number of fields in the preview. The raw data is always shown in full. */
const SHOWN_FIELDS = 120;
const SHOWN_CHARACTERS = 600;

type Line = { field: string; depth: number; type: string; value: TypedValue | null };

/** Yields all values of a message in order. The value is null for structs and nonempty arrays. */
function* linesOf(
  { structs }: TypedDataRequest,
  type: string,
  value: TypedValue,
  depth: number,
): Generator<Line> {
  const element = elementOf(type);
  const parts: [field: string, type: string, value: TypedValue | undefined][] =
    element && Array.isArray(value)
      ? value.map((item: TypedValue, index) => [String(index + 1), element.type, item])
      : (structs.get(type) ?? []).map((field) => [
          field.name,
          field.type,
          (value as Record<string, TypedValue>)[field.name],
        ]);
  for (const [field, partType, part] of parts) {
    if (part === undefined) continue;
    if (isAtom(partType)) yield { field, depth, type: partType, value: part };
    else {
      const isEmpty = Array.isArray(part) && part.length === 0;
      yield { field, depth, type: partType, value: isEmpty ? '[]' : null };
      yield* linesOf({ structs } as TypedDataRequest, partType, part, depth + 1);
    }
  }
}

function lineValue({ type, value }: Line, context: SigningContext): FactValue {
  if (type === 'address' && typeof value === 'string' && isAddress(value))
    return addressValue(context, value satisfies Address);
  const text = value === null ? '' : String(value);
  return {
    kind: 'text',
    text: text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text,
  };
}

/**
 * Returns the message's fields by name, whether they are complete, and the warnings about their texts, which are checked
 * in full.
 */
function messageFacts(
  request: TypedDataRequest,
  context: SigningContext,
): { facts: Fact[]; isWhole: boolean; findings: Finding[] } {
  const lines = [...linesOf(request, request.primaryType, request.message, 0)];
  const texts = lines.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
  return {
    facts: lines
      .slice(0, SHOWN_FIELDS)
      .map((line) => ({ field: line.field, depth: line.depth, value: lineValue(line, context) })),
    isWhole: lines.length <= SHOWN_FIELDS && texts.every(({ length }) => length <= SHOWN_CHARACTERS),
    findings: texts.flatMap(textFindings),
  };
}

/**
 * Returns the warnings about what a signature alone is enough for, besides transfers: an allowance to a spender that may
 * use it for anybody, and a swap at a time that others choose.
 */
const holderFindings = (groups: readonly Group[], context: SigningContext): Finding[] =>
  groups.flatMap((group) => {
    const spender = group.title === 'allowance' ? factOf(group, 'spender') : undefined;
    if (spender?.kind === 'address' && trustedName(contractName(context, spender.address)) === null)
      return [found('signedAllowance', spender.address)];
    return factOf(group, 'minimum') ? [found('signedSwap')] : [];
  });

/** Maximum number of orders shown per signature. */
const SHOWN_ORDERS = 8;

function domainFindings({ chainId, verifyingContract }: TypedDomain, context: SigningContext): Finding[] {
  const findings = chainId === undefined ? [found('noChain')] : [];
  if (verifyingContract === undefined) return [...findings, found('noVerifyingContract')];
  const nature = context.natures.get(verifyingContract);
  if (knownAt(context, verifyingContract) === null)
    findings.push(found('unknownContract', verifyingContract));
  if (nature === 'account') findings.push(found('noCode', verifyingContract));
  if (nature === 'unknown') findings.push(found('notChecked', verifyingContract));
  return findings;
}

function domainFacts(
  { name, version, chainId, verifyingContract, salt }: TypedDomain,
  context: SigningContext,
): Fact[] {
  const facts: Fact[] = [];
  if (name !== undefined) facts.push(textFact('name', name));
  if (version !== undefined) facts.push(textFact('version', version));
  if (chainId !== undefined) facts.push(networkFact(context, chainId));
  if (verifyingContract !== undefined)
    facts.push({ label: 'contract', value: addressValue(context, verifyingContract) });
  if (salt !== undefined) facts.push(textFact('salt', salt));
  return facts;
}

/** Returns whether a message makes a signed transfer of a listed token impossible (ERC-3009), which is all that it allows. */
const isCancellation = ({ primaryType, domain }: TypedDataRequest, context: SigningContext): boolean =>
  primaryType === 'CancelAuthorization' &&
  domain.verifyingContract !== undefined &&
  knownAt(context, domain.verifyingContract)?.kind === 'token';

/** Returns the deadline of a message that opens or changes a card, and moves nothing. Returns null for any other message. */
function cardDeadline(request: TypedDataRequest, context: SigningContext): bigint | null {
  const contract = request.domain.verifyingContract;
  if (contract === undefined || contractName(context, contract) !== 'card_contract') return null;
  const { deadline } = request.message;
  return typeof deadline === 'bigint' && describeTypedData(request, context) !== null ? deadline : null;
}

/** Returns whether a message is exactly a transfer that this site asks for. */
const isAsked = (request: TypedDataRequest, { askedTransfers }: SigningContext): boolean =>
  askedTransfers.size > 0 && askedTransfers.has(hashTypedData(definitionOf(request)));

/** Returns whether a message contains only hashes, which hide its meaning. */
function isBlind({ structs, primaryType }: TypedDataRequest): boolean {
  const fields = structs.get(primaryType) ?? [];
  return fields.length > 0 && fields.every(({ type }) => /^bytes32(?:\[\d*\])*$/.test(type));
}

/** Describes the permits, transfers, orders, and risks of typed data. */
export function readTypedData(request: TypedDataRequest, context: SigningContext): Reading {
  const { domain, primaryType, message } = request;
  const isKnown = isKnownType(request);
  // Anybody can put an order into another message, where nobody executes it.
  const orders = isKnown ? ordersIn(message, context.account) : [];
  const transfer = signedTransfer(request, context);
  const parts = [
    ...(transfer ? [readSignedTransfer(transfer, context, isAsked(request, context))] : []),
    ...typedAllowances(request, context.account).map((allowance) => readAllowance(allowance, context)),
  ];
  // Every order is checked, even if it isn't shown.
  const offers = orders.map((order) => readOrder(order, context));
  const call = signedCall(request);
  // A Safe's own signature is that of its owner.
  const signer = call?.isForwarded ? context.account : call?.from;
  const called = call && signer ? readInner({ ...call, signer }, context, 1) : null;
  const contract = domain.verifyingContract;
  // Fields that the review doesn't know, such as a Permit2 witness, can limit or grant anything.
  const isTypeRead =
    isKnown && (parts.length > 0 || called !== null || offers.length > 0 || isCancellation(request, context));
  const deadline = cardDeadline(request, context);
  const isRead = isTypeRead || deadline !== null || isDeviceStatement(request);
  const isUnread = !isRead && !isBlind(request);
  const described = isUnread ? describeForeign(request, context) : null;
  const content = messageFacts(request, context);
  const place = domainFacts(domain, context);
  const isAllShown = content.isWhole && orders.length <= SHOWN_ORDERS;
  return {
    findings: ranked([
      ...[...parts, ...offers].flatMap(({ findings }) => findings),
      ...(called?.findings ?? []),
      ...holderFindings([...parts.map(({ group }) => group), ...(called?.groups ?? [])], context),
      ...deviceFindings(request, context),
      ...(deadline === null ? [] : deadlineFindings(deadline, context)),
      ...(isUnread ? [contract ? found('unreadSignature', contract) : found('unreadMessage')] : []),
      ...(described?.findings ?? []),
      ...(isBlind(request) ? [found('blindHash')] : []),
      // Nothing but the messages of this site accepts such a statement.
      ...(ownDeviceStatement(request, context) ? [] : domainFindings(domain, context)),
      ...place.flatMap(({ value }) => (value.kind === 'text' ? textFindings(value.text) : [])),
      ...content.findings,
      ...(isAllShown ? [] : [found('notAllShown')]),
    ]),
    groups: [
      ...(described?.groups ?? []),
      ...[...parts, ...offers.slice(0, SHOWN_ORDERS)].map(({ group }) => group),
      ...(called?.groups ?? []),
      { title: 'domain', facts: place },
      { title: 'content', facts: [textFact('kind', primaryType), ...content.facts] },
    ],
  };
}
