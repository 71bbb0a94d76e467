import { type Address, type Hex, isAddressEqual } from 'viem';
import { NATIVE_DECIMALS, NATIVE_TOKEN, shortAddress } from '@/lib/evm/address';
import { type Described, describedCall, describedMessage } from '@/lib/evm/erc7730/describe';
import type { Container, DisplayedField } from '@/lib/evm/erc7730/display';
import type { FieldValue } from '@/lib/evm/erc7730/field-value';
import { isPlainText } from '@/lib/evm/erc7730/plain-text';
import { listedToken } from '@/lib/wallet/tokens/listed-token';
import { LAST_SECOND } from './allowance';
import { addressValue, amountValue, contractName, networkFact, type SigningContext } from './context';
import { type Finding, found } from './finding';
import type { TypedDataRequest } from './parse-typed-data';
import { type Fact, type FactValue, type Group, textFact } from './reading';

/** Key of an address in the context's descriptors and decimals. */
export const placeKey = (chainId: number | bigint, address: Address): string =>
  `${chainId} ${address.toLowerCase()}`;

/** Tokens have no more. A contract can return any number, for which an amount would get as many zeros. */
const MAX_DECIMALS = 36;

/** From this threshold on (2^95 base units), an amount can be unlimited. A descriptor could hide a real one behind a lower one. */
const LEAST_UNLIMITED = 1n << 95n;

/**
 * Returns a token's symbol and decimals. A token that isn't listed has its address instead of a symbol, because its
 * contract may return any. Returns null if its decimals are unknown.
 */
function tokenOf(
  address: Address,
  chainId: bigint,
  context: SigningContext,
): { symbol: string; decimals: number } | null {
  if (address === NATIVE_TOKEN)
    return chainId === BigInt(context.chainId)
      ? { symbol: context.nativeSymbol, decimals: NATIVE_DECIMALS }
      : null;
  const listed = listedToken(context.coins, Number(chainId), address);
  if (listed) return { symbol: listed.symbol, decimals: listed.decimals };
  const decimals = context.decimals.get(placeKey(chainId, address));
  return decimals === undefined || decimals > MAX_DECIMALS
    ? null
    : { symbol: shortAddress(address), decimals };
}

function amountOf(value: Extract<FieldValue, { kind: 'amount' }>, context: SigningContext): FactValue {
  const { raw, token: address, threshold } = value;
  const token = address && tokenOf(address, value.chainId ?? BigInt(context.chainId), context);
  if (threshold === null || threshold < LEAST_UNLIMITED || raw < threshold)
    return { kind: 'amount', raw, token };
  return { kind: 'unlimited', symbol: token?.symbol ?? (address && shortAddress(address)) };
}

const isHere = (chainId: bigint | null, context: SigningContext): boolean =>
  chainId === null || chainId === BigInt(context.chainId);

/** Returns the other network that an amount, token, or call is on, or null if it's on the request's. */
const otherChain = (value: FieldValue, context: SigningContext): bigint | null =>
  'chainId' in value && value.kind !== 'network' && !isHere(value.chainId, context) ? value.chainId : null;

/** What this site knows is about addresses of the request's network. */
const placeValue = (address: Address, chainId: bigint | null, context: SigningContext): FactValue =>
  isHere(chainId, context) ? addressValue(context, address) : { kind: 'text', text: address };

/** Longer values are cut. The raw data is always shown in full. */
const SHOWN_CHARACTERS = 600;

const shortened = (text: string): string =>
  text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;

/** Returns a described value with what this site knows about its token or address. */
export function factValue(value: FieldValue, context: SigningContext): FactValue {
  switch (value.kind) {
    case 'amount':
      return amountOf(value, context);
    case 'address':
      return addressValue(context, value.address);
    case 'token':
      return placeValue(value.address, value.chainId, context);
    case 'time':
    case 'duration':
      // A label can call it anything, so a number that is no date isn't "never expires".
      return value.seconds > LAST_SECOND ? { kind: 'text', text: String(value.seconds) } : value;
    case 'block':
      return { kind: 'text', text: String(value.number) };
    case 'nft':
      return { kind: 'text', text: `#${value.id}` };
    case 'network':
      return networkFact(context, value.chainId).value;
    case 'call':
      return placeValue(value.to, value.chainId, context);
    case 'heading':
      return { kind: 'text', text: '' };
    case 'enum':
      // The descriptor's word could hide any value, such as an address or an amount.
      return { kind: 'text', text: `${value.text} (${shortened(value.raw)})` };
    case 'text':
    case 'unconverted':
      return { kind: 'text', text: shortened(value.text) };
  }
}

/** Most contracts, and most tokens, that are looked up for one request, and most unknown tokens that are warned of. */
const MAX_LOOKUPS = 8;

/** What a descriptor says about a call or message, with what the descriptors of the calls in it say. */
type Tree = { described: Described; parts: readonly { field: DisplayedField; inner: Tree | null }[] };

/** Most calls inside others that are described, and how deep. Calls can share bytes, so a small request can have many. */
const MAX_CALLS = 16;
const MAX_DEPTH = 2;

function treeOf(
  described: Described | null,
  context: SigningContext,
  left: { calls: number },
  depth = 0,
): Tree | null {
  if (!described) return null;
  const parts = described.fields.map((field) => {
    const { value } = field;
    if (value.kind !== 'call' || depth === MAX_DEPTH || left.calls === 0) return { field, inner: null };
    // Only the descriptors of this network are known.
    if (otherChain(value, context) !== null) return { field, inner: null };
    left.calls -= 1;
    const { to, from, data } = value;
    const place = { to, from, value: value.value, chainId: context.chainId };
    return { field, inner: treeOf(describedAt(place, data, context), context, left, depth + 1) };
  });
  return { described, parts };
}

const nameOf = ({ file: { metadata } }: Described): string =>
  metadata.contractName === undefined ? metadata.owner : `${metadata.owner}: ${metadata.contractName}`;

/** Returns whose description it is, and what it leaves out. */
const noteFacts = (described: Described): readonly Fact[] => [
  textFact('describedBy', nameOf(described)),
  ...(described.hidden.length === 0 ? [] : [textFact('leftOut', described.hidden.join(', '))]),
];

/** The facts of a description. A call in it has its own, or is shown as its contract and bytes. */
const factsOf = ({ parts }: Tree, context: SigningContext, depth = 0): readonly Fact[] =>
  parts.flatMap(({ field: { label, value }, inner }) => {
    const row = (text: string, shown: FactValue): Fact => ({
      field: text,
      depth,
      value: shown,
      isLabel: true,
    });
    const first = row(label, factValue(value, context));
    if (value.kind === 'nft') return [first, row('', addressValue(context, value.collection))];
    const elsewhere = otherChain(value, context);
    const network = elsewhere === null ? [first] : [first, networkFact(context, elsewhere)];
    if (value.kind !== 'call') return network;
    const wei: FactValue =
      elsewhere !== null
        ? { kind: 'amount', raw: value.value, token: null }
        : amountValue(context, null, value.value);
    const sent = value.value > 0n ? [{ label: 'value', value: wei } as const] : [];
    if (!inner) return [...network, ...sent, row('', { kind: 'text', text: shortened(value.data) })];
    return [
      first,
      ...sent,
      row('', { kind: 'text', text: inner.described.format.intent }),
      ...factsOf(inner, context, depth + 1),
    ];
  });

/** Returns the fields of a description and of the calls in it. */
const allFields = ({ parts }: Tree): readonly DisplayedField[] =>
  parts.flatMap(({ field, inner }) => [field, ...(inner ? allFields(inner) : [])]);

/** Returns whether a value couldn't be converted, or a call in it isn't described. */
const isPartly = ({ parts }: Tree): boolean =>
  parts.some(({ field: { value }, inner }) =>
    inner ? isPartly(inner) : value.kind === 'unconverted' || value.kind === 'call',
  );

/** Returns the descriptions of a request and of the calls in it. */
const allDescribed = ({ described, parts }: Tree): readonly Described[] => [
  described,
  ...parts.flatMap(({ inner }) => (inner ? allDescribed(inner) : [])),
];

/** Returns whether a sentence can have a value. A DApp's text must not look like the end of the quotation. */
function isSpoken(value: FactValue): boolean {
  if (value.kind === 'text') return isPlainText(value.text);
  return value.kind === 'amount' ? value.token !== null : value.kind === 'address' || value.kind === 'time';
}

/** Returns the descriptor's sentence with the values in it, or its intent if one of them can't be said in words. */
function sentenceOf({ sentence, format }: Described, context: SigningContext): Group['sentence'] & object {
  // A sentence doesn't name the network.
  const isOfHere = sentence?.every(
    (part) => typeof part === 'string' || part.every(({ value }) => otherChain(value, context) === null),
  );
  const parts = sentence?.flatMap((part) =>
    typeof part === 'string'
      ? [part]
      : part.flatMap(({ value }, index) => [...(index > 0 ? [', '] : []), factValue(value, context)]),
  );
  const canSay = isOfHere && parts?.every((part) => typeof part === 'string' || isSpoken(part));
  return parts && canSay ? parts : [format.intent];
}

type Part = { findings: readonly Finding[]; groups: readonly Group[] };

function partOf(tree: Tree, context: SigningContext, isHeadline: boolean): Part {
  const { described } = tree;
  const fields = allFields(tree);
  const unknown = fields.flatMap(({ value }) => {
    const shown = value.kind === 'amount' ? factValue(value, context) : null;
    return value.kind === 'amount' && shown?.kind === 'amount' && shown.token === null
      ? (value.token ?? [])
      : [];
  });
  return {
    findings: [
      ...allDescribed(tree).map((one) => found('describedByOthers', nameOf(one))),
      ...(isPartly(tree) ? [found('describedPartly')] : []),
      ...[...new Set(unknown)].slice(0, MAX_LOOKUPS).map((token) => found('unknownToken', token)),
    ],
    groups: [
      {
        title: 'description',
        ...(isHeadline ? { sentence: sentenceOf(described, context) } : {}),
        facts: factsOf(tree, context),
      },
      // Apart from the authors' rows, which could have the same words.
      { title: 'aboutDescription', facts: allDescribed(tree).flatMap(noteFacts) },
    ],
  };
}

/** Returns whether an address is a listed contract or token, which have descriptions of this site's own. */
const isListed = (context: SigningContext, address: Address): boolean =>
  contractName(context, address) !== null || listedToken(context.coins, context.chainId, address) !== null;

/** Returns what the registry says about a call. */
const describedAt = (container: Container, data: Hex, context: SigningContext): Described | null => {
  const { chainId, to } = container;
  if (isListed({ ...context, chainId }, to)) return null;
  return describedCall(context.descriptors.get(placeKey(chainId, to)) ?? [], data, container);
};

type Body = { to: Address; data: Hex; value: bigint; from?: Address } | TypedDataRequest;

function treeOfBody(body: Body, context: SigningContext): Tree | null {
  const { account, chainId } = context;
  if ('to' in body)
    return treeOf(describedAt({ from: account, ...body, chainId }, body.data, context), context, {
      calls: MAX_CALLS,
    });
  const { verifyingContract: to } = body.domain;
  if (to === undefined || isListed(context, to)) return null;
  const files = context.descriptors.get(placeKey(chainId, to)) ?? [];
  return treeOf(describedMessage(files, body, account), context, { calls: MAX_CALLS });
}

/**
 * Describes a DApp's call or message by the operator's registry of ERC-7730 files. Returns null if that has none for it.
 */
export function describeForeign(body: Body, context: SigningContext, isHeadline = true): Part | null {
  if (context.descriptors.size === 0) return null;
  const tree = treeOfBody(body, context);
  return tree && partOf(tree, context, isHeadline);
}

/** What has to be looked up to describe a request: the called contracts, and unlisted tokens of its amounts. */
export type Lookups = { contracts: readonly Address[]; tokens: readonly Address[] };

/** Returns what a call or message names, as far as the descriptors known so far tell. */
export function lookupsOf(body: Body, context: SigningContext): Lookups {
  const to = 'to' in body ? body.to : body.domain.verifyingContract;
  if (to === undefined) return { contracts: [], tokens: [] };
  const { chainId } = context;
  const tree = treeOfBody(body, context);
  const all = tree ? allFields(tree) : [];
  const called = all.flatMap(({ value }) =>
    value.kind === 'call' && isHere(value.chainId, context) ? [value.to] : [],
  );
  const tokens = all.flatMap(({ value }) =>
    value.kind === 'amount' && value.token !== null && isHere(value.chainId, context) ? [value.token] : [],
  );
  const isNew = (token: Address) =>
    !isAddressEqual(token, NATIVE_TOKEN) && listedToken(context.coins, chainId, token) === null;
  return {
    contracts: [...new Set([to, ...called])].slice(0, MAX_LOOKUPS),
    tokens: [...new Set(tokens.filter(isNew))].slice(0, MAX_LOOKUPS),
  };
}
