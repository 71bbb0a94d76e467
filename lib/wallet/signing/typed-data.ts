import { type Address, isAddress, isAddressEqual, isHex } from 'viem';
import { MESSAGES_DOMAIN } from '@/lib/messages/protocol/device-binding';
import { trustedName } from '@/lib/wallet/approvals/grants';
import { listedToken } from '@/lib/wallet/tokens/listed-token';
import { type Allowance, deadlineFindings, endValue, permit2End, readAllowance } from './allowance';
import { readInner } from './call';
import { addressValue, contractName, knownAt, networkFact, type SigningContext } from './context';
import { daiAllowance } from './effects';
import { type Finding, found, ranked } from './finding';
import { type InnerCall, refundOf } from './inner-calls';
import { isKnownType } from './known-types';
import { textFindings } from './message';
import { type Move, readMove } from './move';
import type { TypedDataRequest, TypedDomain } from './parse-typed-data';
import { type Fact, type FactValue, factOf, type Group, type Reading, textFact } from './reading';
import { elementOf, isAtom, isRecord } from './typed-data-types';
import { plainAddress, type TypedValue } from './typed-data-values';
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

type Fields = Readonly<Record<string, TypedValue | undefined>>;

const integer = (value: TypedValue | undefined) => (typeof value === 'bigint' ? value : null);

/** Returns the allowance in one part of a Permit2 message: `details` of an allowance, `permitted` of a transfer. */
function permit2Allowance(
  part: TypedValue,
  { owner, spender, deadline }: { owner: Address; spender: Address; deadline: bigint | null },
): Allowance[] {
  if (!isRecord(part)) return [];
  const { token, amount, expiration } = part as Fields;
  const tokenAddress = plainAddress(token);
  const allowed = integer(amount);
  if (tokenAddress === null || allowed === null) return [];
  const end = permit2End(integer(expiration) ?? 0n, deadline);
  return [{ owner, token: tokenAddress, spender, amount: allowed, ...end }];
}

/**
 * Returns the allowances that a signature grants through ERC-2612, DAI's permit, Permit2 (allowances and signed
 * transfers, with or without a witness, single or batch), or a collection's permit for all NFTs. Matches fields
 * rather than the type's name.
 */
function typedAllowances({ domain, message }: TypedDataRequest, account: Address): Allowance[] {
  const fields: Fields = message;
  const operator = plainAddress(fields.operator);
  if (operator !== null && typeof fields.approved === 'boolean' && domain.verifyingContract !== undefined) {
    const owner = plainAddress(fields.owner) ?? account;
    const amount = fields.approved ? null : 0n;
    const until = integer(fields.deadline);
    return [{ owner, token: domain.verifyingContract, spender: operator, amount, until }];
  }
  const spender = plainAddress(fields.spender);
  if (spender === null) return [];
  const deadline = integer(fields.deadline) ?? integer(fields.sigDeadline);
  const permitted = fields.details ?? fields.permitted;
  if (permitted !== undefined) {
    const parts = Array.isArray(permitted) ? (permitted as readonly TypedValue[]) : [permitted];
    return parts.flatMap((part) => permit2Allowance(part, { owner: account, spender, deadline }));
  }
  const token = domain.verifyingContract;
  if (token === undefined) return [];
  const owner = plainAddress(fields.owner) ?? plainAddress(fields.holder) ?? account;
  const { allowed } = fields;
  if (typeof allowed === 'boolean')
    return [daiAllowance({ owner, token, spender, allowed, expiry: integer(fields.expiry) ?? 0n })];
  const amount = integer(fields.value) ?? integer(fields.amount);
  return amount === null ? [] : [{ owner, token, spender, amount, until: deadline }];
}

type SignedTransfer = Move & { token: Address; validAfter: bigint; validBefore: bigint };

/**
 * Returns the transfer that a signature authorizes (`TransferWithAuthorization` and `ReceiveWithAuthorization` of
 * ERC-3009). Matches fields rather than the type's name.
 */
function signedTransfer({ domain, message }: TypedDataRequest): SignedTransfer | null {
  const fields: Fields = message;
  const token = domain.verifyingContract;
  const from = plainAddress(fields.from);
  const to = plainAddress(fields.to);
  const [amount, validAfter, validBefore] = [fields.value, fields.validAfter, fields.validBefore].map(
    integer,
  );
  if (token === undefined || from === null || to === null) return null;
  if (amount == null || validAfter == null || validBefore == null) return null;
  return { token, from, to, amount, validAfter, validBefore };
}

/** Describes a signed transfer. It's always a danger, because anyone with the signature can execute it. */
function readSignedTransfer(
  transfer: SignedTransfer,
  context: SigningContext,
): { findings: Finding[]; group: Group } {
  const { token, from, to, validAfter, validBefore } = transfer;
  const { findings, group } = readMove(transfer, context);
  const start: Fact[] = validAfter > context.now ? [{ label: 'notBefore', value: endValue(validAfter) }] : [];
  return {
    findings: [
      found('signedTransfer', to),
      ...(isAddressEqual(from, context.account) ? [] : [found('notYours', from)]),
      ...findings,
      ...(!listedToken(context.coins, context.chainId, token) ? [found('unknownToken', token)] : []),
      ...deadlineFindings(validBefore, context),
    ],
    group: { ...group, facts: [...group.facts, ...start, { label: 'until', value: endValue(validBefore) }] },
  };
}

/** Operation of a Safe transaction that runs code as the Safe (`delegatecall`). */
const DELEGATE_CALL = 1n;

/**
 * Returns the call that a signature lets others submit: a Safe's transaction (`SafeTx`), an ERC-2771
 * `ForwardRequest`, or a token's `MetaTransaction`. Also matches the type's name, because other types have the same
 * fields.
 */
function signedCall({ domain, primaryType, message }: TypedDataRequest): InnerCall | null {
  const fields: Fields = message;
  const contract = domain.verifyingContract;
  const from = plainAddress(fields.from);
  const bytes = primaryType === 'MetaTransaction' ? fields.functionSignature : fields.data;
  if (contract === undefined || !isHex(bytes)) return null;
  if (primaryType === 'MetaTransaction')
    return from && { from, to: contract, value: 0n, data: bytes, isForwarded: true };
  const to = plainAddress(fields.to);
  const value = integer(fields.value);
  if (to === null || value === null) return null;
  if (primaryType === 'ForwardRequest') return from && { from, to, value, data: bytes, isForwarded: true };
  // Safes before version 1.0 name the field `dataGas`.
  const [operation, baseGas, gasPrice] = [
    fields.operation,
    fields.baseGas ?? fields.dataGas,
    fields.gasPrice,
  ].map(integer);
  const [gasToken, receiver] = [fields.gasToken, fields.refundReceiver].map(plainAddress);
  if (primaryType !== 'SafeTx' || operation == null || baseGas == null || gasPrice == null) return null;
  if (gasToken == null || receiver == null) return null;
  return {
    ...{ from: contract, to, value, data: bytes, isDelegated: operation === DELEGATE_CALL },
    refund: refundOf([baseGas, gasPrice, gasToken, receiver]),
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

/** Returns whether a message is a statement about a device, which `deviceFindings` reads. */
const isDeviceStatement = ({ domain, primaryType }: TypedDataRequest): boolean =>
  domain.name === MESSAGES_DOMAIN && ['DeviceBinding', 'DeviceRevocation'].includes(primaryType);

/**
 * Warns of a statement that makes a device speak for the account in encrypted messages, or revokes one, if anything but the
 * messages page asks for it. Whoever gets the signature has the device.
 */
function deviceFindings(request: TypedDataRequest, context: SigningContext): Finding[] {
  if (context.isMessagesPage || !isDeviceStatement(request)) return [];
  return [found(request.primaryType === 'DeviceBinding' ? 'messagesDevice' : 'messagesRevocation')];
}

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
  const transfer = signedTransfer(request);
  const parts = [
    ...(transfer ? [readSignedTransfer(transfer, context)] : []),
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
  const isTypeRead = isKnown && (parts.length > 0 || called !== null || offers.length > 0);
  const isRead = isTypeRead || isDeviceStatement(request);
  const isUnread = !isRead && !isBlind(request);
  const content = messageFacts(request, context);
  const place = domainFacts(domain, context);
  const isAllShown = content.isWhole && orders.length <= SHOWN_ORDERS;
  return {
    findings: ranked([
      ...[...parts, ...offers].flatMap(({ findings }) => findings),
      ...(called?.findings ?? []),
      ...holderFindings([...parts.map(({ group }) => group), ...(called?.groups ?? [])], context),
      ...deviceFindings(request, context),
      ...(isUnread ? [contract ? found('unreadSignature', contract) : found('unreadMessage')] : []),
      ...(isBlind(request) ? [found('blindHash')] : []),
      ...domainFindings(domain, context),
      ...place.flatMap(({ value }) => (value.kind === 'text' ? textFindings(value.text) : [])),
      ...content.findings,
      ...(isAllShown ? [] : [found('notAllShown')]),
    ]),
    groups: [
      ...[...parts, ...offers.slice(0, SHOWN_ORDERS)].map(({ group }) => group),
      ...(called?.groups ?? []),
      { title: 'domain', facts: place },
      { title: 'content', facts: [textFact('kind', primaryType), ...content.facts] },
    ],
  };
}
