import { type Address, type Hex, isAddress, isAddressEqual, stringify } from 'viem';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { trustedName } from '@/lib/wallet/approvals/approval-events';
import { readAllowance } from './allowance';
import {
  addressValue,
  amountValue,
  contractName,
  isAddedToken,
  isBelievedToken,
  isKnownToken,
  isPermit2,
  knownAt,
  type SigningContext,
} from './context';
import { argsOf, type DecodedCall, decodeCall } from './decode-call';
import { describeForeign } from './described';
import { calledBack, effectsOf, isPermit2Call, isTokenCall } from './effects';
import { type Finding, type FindingCode, found } from './finding';
import { type InnerCall, innerCalls, type Refund } from './inner-calls';
import { codeFindings, type Move, readMove } from './move';
import { isPlatformFunction, platformMoves } from './platform-moves';
import { type Fact, type FactValue, type Group, textFact } from './reading';

/** Longer arguments are truncated in the preview. The raw data is always shown in full. */
const ARGUMENT_CHARACTERS = 200;

function argumentValue(type: string, value: unknown, context: SigningContext): FactValue {
  if (type === 'address' && typeof value === 'string' && isAddress(value))
    return addressValue(context, value satisfies Address);
  const text = typeof value === 'object' ? stringify(value) : String(value);
  return {
    kind: 'text',
    text: text.length > ARGUMENT_CHARACTERS ? `${text.slice(0, ARGUMENT_CHARACTERS)}…` : text,
  };
}

/** Returns a call's arguments, labeled by name or position. */
const argumentFacts = ({ args }: DecodedCall, context: SigningContext): Fact[] =>
  args.map(({ name, type, value }, index) => ({
    field: name || String(index + 1),
    depth: 0,
    value: argumentValue(type, value, context),
  }));

/** Returns the technical details of a call: its signature, the called contract, and all arguments. */
export function callGroup(
  { to, data }: { to: Address | null; data: Hex },
  context: SigningContext,
): Group | null {
  const call = decodeCall(data);
  if (to === null || !call) return null;
  return {
    title: 'call',
    facts: [
      textFact('method', call.text),
      { label: 'contract', value: addressValue(context, to) },
      ...argumentFacts(call, context),
    ],
  };
}

/** Limits for nested calls: their number and depth. */
const INNER_CALLS = 16;
const INNER_DEPTH = 2;

type Part = { findings: readonly Finding[]; groups: readonly Group[] };

/** Describes the refund of a Safe transaction, which is always a danger: its price can be any multiple of the real one. */
const readRefund = ({ token, to, atLeast }: Refund, safe: Address, context: SigningContext): Part => ({
  findings: [found('gasRefund', safe)],
  groups: [
    {
      title: 'moves',
      facts: [
        { label: 'refund', value: amountValue(context, token, atLeast) },
        ...(token === NATIVE_TOKEN ? [] : [{ label: 'token', value: addressValue(context, token) } as const]),
        { label: 'from', value: addressValue(context, safe) },
        ...(to === NATIVE_TOKEN ? [] : [{ label: 'to', value: addressValue(context, to) } as const]),
      ],
    },
  ],
});

/** Describes a nested or signed call: its value, target, and effects. `depth` is the number of enclosing calls. */
export function readInner(call: InnerCall, context: SigningContext, depth: number): Part {
  const { from, to, value, data, isDelegated, refund, signer } = call;
  const coins =
    value > 0n || data === '0x' ? readMove({ token: null, from, to, amount: value, signer }, context) : null;
  const rest = data === '0x' ? { findings: [], groups: [] } : readCall(call, context, depth);
  const paid = refund ? readRefund(refund, from, context) : { findings: [], groups: [] };
  return {
    findings: [
      ...(isDelegated ? [found('powerGiven', to, from)] : []),
      // If there is calldata, `readCall` checks the called contract, and the currency that it would keep.
      ...(data === '0x' ? (coins?.findings ?? []) : []),
      ...rest.findings,
      ...paid.findings,
    ],
    groups: [...(coins ? [coins.group] : []), ...rest.groups, ...paid.groups],
  };
}

/**
 * Returns the finding for a call that can't be read. It's a danger everywhere: other functions of tokens, contacts, and the
 * router may grant allowances or pay anybody, and those of the platform's own contracts are for their owner.
 */
function unreadFinding(to: Address, context: SigningContext): FindingCode {
  const name = trustedName(contractName(context, to));
  if (name !== null && name !== 'router_contract') return 'ownerCall';
  return knownAt(context, to) === null ? 'blindCall' : 'unreadCall';
}

/** Functions of the wrapped native token. They pay nobody but the caller. */
export const isWrapping = ({ signature }: DecodedCall): boolean =>
  ['deposit()', 'withdraw(uint256)'].includes(signature);

/** Returns the burn of wrapped native tokens, which some wrapped tokens report as a transfer to the zero address. */
function unwrapping(call: DecodedCall, { from, to }: InnerCall, context: SigningContext): readonly Move[] {
  if (call.signature !== 'withdraw(uint256)' || knownAt(context, to)?.kind !== 'token') return [];
  const [amount] = argsOf<[bigint]>(call);
  return [{ token: to, from, to: NATIVE_TOKEN, amount, isPulled: true }];
}

/**
 * Returns the finding about a decoded call's contract, or null if the call does what its signature says. Any contract
 * can have functions with the signatures of others, so no signature is believed at an unknown address. There, a token
 * function is only a caution on this site's own pages, whose NFTs and tokens aren't all listed. A DApp could call a
 * contract of its own that the user has approved before.
 */
function contractFinding(
  call: DecodedCall,
  { to, hasInner }: { to: Address; hasInner: boolean },
  context: SigningContext,
): FindingCode | null {
  const name = trustedName(contractName(context, to));
  if (name !== null) return isPlatformFunction(name, call) ? null : unreadFinding(to, context);
  const known = knownAt(context, to);
  // A contact's name says nothing about its functions.
  const isListed = known !== null && known.kind !== 'contact';
  if (isTokenCall(call) && isListed) return null;
  if (isTokenCall(call) && !context.isForeign) return isAddedToken(context, to) ? null : 'unlistedCall';
  const isRead = isPermit2Call(call)
    ? isPermit2(context, to)
    : isWrapping(call)
      ? known?.kind === 'token'
      : known !== null && hasInner;
  return isRead ? null : unreadFinding(to, context);
}

/**
 * Returns the findings about the native currency that a call with calldata takes along. Token functions don't need any.
 * A contract that makes inner calls keeps what they don't use, also if they fail or credit it to their caller, so it's
 * checked like the recipient of a payment.
 */
function valueFindings(
  { from, to, value, signer }: InnerCall,
  call: DecodedCall,
  hasInner: boolean,
  context: SigningContext,
): readonly Finding[] {
  if (value === 0n) return [];
  if (isTokenCall(call) || isPermit2Call(call)) return [found('valueWithTokenCall', to)];
  return hasInner ? readMove({ token: null, from, to, amount: value, signer }, context).findings : [];
}

/** Describes a transfer that a call makes. `parties` are the caller and the called contract, which may pay themselves. */
function readMoveFor(parties: readonly Address[], move: Move, context: SigningContext) {
  const { findings, group } = readMove(move, context);
  const isOwn = [...parties, context.account].some((party) => isAddressEqual(party, move.from));
  return { findings: isOwn ? findings : [...findings, found('notYours', move.from)], group };
}

/**
 * Describes the effects and risks of a call with calldata, including its inner calls. `depth` is the number of
 * enclosing calls.
 */
export function readCall(sent: InnerCall, context: SigningContext, depth = 0): Part {
  const { from, to, data, signer } = sent;
  const call = decodeCall(data);
  const place: Fact[] = depth === 0 ? [] : [{ label: 'to', value: addressValue(context, to) }];
  // The headline is what the outermost call does.
  const described = describeForeign(sent, context, depth === 0);
  if (!call) {
    return {
      findings: [found(unreadFinding(to, context), to), ...(described?.findings ?? [])],
      groups: [
        ...(described?.groups ?? []),
        { title: 'call', facts: [textFact('method', data.slice(0, 10)), ...place] },
      ],
    };
  }
  const { allowances, moves, powers, isGivenAway, buyer, bought } = effectsOf(call, { account: from, to });
  // The wrapped native token of the listed router needs no listing.
  const known = context.platformTokens.get(to) ?? [];
  const unlisted = bought.find((token) => !known.includes(token) && !isKnownToken(context, token));
  const allMoves = [
    ...moves,
    ...unwrapping(call, sent, context),
    ...platformMoves(call, { account: from, to }, context),
  ];
  // A platform contract runs the code of the tokens that the call names. A DApp could name a contract of its own that the
  // user has approved before.
  const run =
    context.isForeign && trustedName(contractName(context, to)) !== null
      ? [...allMoves.map(({ token }) => token), ...bought].find(
          (token) => token && !known.includes(token) && !isBelievedToken(context, token),
        )
      : null;
  const called = calledBack(call);
  // The site's own page asks for consent to the penalty itself.
  const isEarlyExit =
    context.isForeign &&
    contractName(context, to) === 'pledge_contract' &&
    call.signature === 'exitEarly(uint256,address)';
  const namesRecovery =
    contractName(context, to) !== null && call.signature === 'setRecovery(address,uint32)';
  // The caller may be the user's smart account, which may receive what it buys. A forwarded call can name any caller.
  const own = sent.isForwarded ? [context.account] : [context.account, from];
  const parts = [
    ...allowances.map((allowance) => readAllowance(allowance, context)),
    ...allMoves.map((move) => readMoveFor([from, to], { ...move, signer }, context)),
  ];
  const inner = innerCalls(call, { account: from, to });
  // Calls that share bytes are larger together than the call that contains them.
  const isShared = inner.reduce((sum, next) => sum + next.data.length, 0) > data.length;
  const isTooMuch = inner.length > INNER_CALLS || isShared || (inner.length > 0 && depth >= INNER_DEPTH);
  const within = isTooMuch
    ? []
    : inner.map((next) => readInner({ ...next, ...(signer ? { signer } : {}) }, context, depth + 1));
  const isKnown = parts.length + within.length > 0;
  const hasInner = inner.length > 0;
  const unread = contractFinding(call, { to, hasInner }, context);
  return {
    findings: [
      // Nobody here has checked what a descriptor's authors say, so the call stays one that can't be read.
      ...(unread === null ? [] : [found(unread, to), ...(described?.findings ?? [])]),
      ...valueFindings(sent, call, hasInner, context),
      ...parts.flatMap(({ findings }) => findings),
      ...(called === null ? [] : codeFindings(called, context)),
      ...powers.map((address) => found('powerGiven', address, to)),
      ...(namesRecovery ? [found('recoveryNamed', argsOf<[Address]>(call)[0], to)] : []),
      ...(isGivenAway ? [found('orderForNothing')] : []),
      ...(buyer && !own.some((address) => isAddressEqual(address, buyer))
        ? [found('swapForOther', buyer)]
        : []),
      ...(unlisted ? [found('swapUnlisted', unlisted)] : []),
      ...(run ? [found('blindCall', run)] : []),
      ...(isEarlyExit ? [found('earlyExit')] : []),
      ...(isTooMuch ? [found('blindCall', to)] : []),
      ...within.flatMap(({ findings }) => findings),
    ],
    groups: [
      ...(unread === null ? [] : (described?.groups ?? [])),
      ...parts.map(({ group }) => group),
      {
        title: 'call',
        facts: [textFact('method', call.text), ...place, ...(isKnown ? [] : argumentFacts(call, context))],
      },
      ...within.flatMap(({ groups }) => groups),
    ],
  };
}
