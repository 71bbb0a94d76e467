import { type Address, type Hex, isAddress, stringify } from 'viem';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { readAllowance } from './allowance';
import { addressValue, contractName, knownAt, type SigningContext } from './context';
import { argsOf, type DecodedCall, decodeCall } from './decode-call';
import { effectsOf, isTokenCall } from './effects';
import { type Finding, found } from './finding';
import { type InnerCall, innerCalls } from './inner-calls';
import { type Move, readMove } from './move';
import { type Fact, type FactValue, type Group, textFact } from './reading';

type CallParties = { account: Address; to: Address };
type MovesOf = (call: DecodedCall, place: CallParties, tokens: readonly Address[]) => readonly Move[];

/** Returns the transfer of a token that the called contract pulls from its caller. */
const pulled = (token: Address | undefined, amount: bigint, { account, to }: CallParties): Move[] =>
  token === undefined || token === NATIVE_TOKEN ? [] : [{ token, from: account, to, amount, isPulled: true }];

/**
 * Returns the transfer of a token that the called contract pays to its caller, or to `recipient` if given. `amount` is
 * null if the call does not specify it.
 */
const paidOut = (
  token: Address | undefined,
  amount: bigint | null,
  { account, to }: CallParties,
  recipient = account,
): Move[] =>
  token === undefined
    ? []
    : [{ token: token === NATIVE_TOKEN ? null : token, from: to, to: recipient, amount }];

const vaultDeposit: MovesOf = (call, place) => {
  const [token, amount] = argsOf<[Address, bigint]>(call);
  return pulled(token, amount, place);
};
const firstTokenIn: MovesOf = (call, place, [token]) => {
  const [amount] = argsOf<[bigint]>(call);
  return pulled(token, amount, place);
};
const pledged: MovesOf = (call, place, tokens) => {
  const [term, amount] = argsOf<[bigint, bigint]>(call);
  return pulled(tokens[Number(term)], amount, place);
};

/** Transfers made by the platform's contracts, by contract name and function signature. */
const moves: Readonly<Record<string, Readonly<Record<string, MovesOf>>>> = {
  vault_contract: {
    'deposit(address,uint256)': vaultDeposit,
    'depositWithPermit(address,uint256,uint256,uint8,bytes32,bytes32)': vaultDeposit,
  },
  staking_contract: {
    'stake(uint256)': firstTokenIn,
    'stakeWithPermit(uint256,uint256,uint8,bytes32,bytes32)': firstTokenIn,
    'unstake(uint256)': (call, place, [token]) => {
      const [amount] = argsOf<[bigint]>(call);
      return paidOut(token, amount, place);
    },
    'claim()': (_call, place, [, reward]) => paidOut(reward, null, place),
    'exit()': (_call, place, tokens) => [...new Set(tokens)].flatMap((token) => paidOut(token, null, place)),
  },
  presale_contract: {
    'contribute(uint256)': firstTokenIn,
    'contributeWithPermit(uint256,uint256,uint8,bytes32,bytes32)': firstTokenIn,
    'claim()': (_call, place, [, sold]) => paidOut(sold, null, place),
    'refund(address)': (call, place, [payment]) => {
      const [recipient] = argsOf<[Address]>(call);
      return paidOut(payment, null, place, recipient);
    },
  },
  pledge_contract: {
    'pledge(uint256,uint256)': pledged,
    'pledgeWithPermit(uint256,uint256,uint256,uint8,bytes32,bytes32)': pledged,
  },
};

/**
 * Returns the transfers of a call to a listed platform contract, in base units. Returns an empty list for other
 * contracts, because they may use the same signatures for something else.
 */
function platformMoves(call: DecodedCall, place: CallParties, context: SigningContext): readonly Move[] {
  const name = contractName(context, place.to);
  if (name === null) return [];
  return moves[name]?.[call.signature]?.(call, place, context.platformTokens.get(place.to) ?? []) ?? [];
}

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

/** Returns a call for the technical details: its signature, the called contract, and all arguments. */
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

/** Describes a nested call: its value, target, and effects. */
function readInner(call: InnerCall, context: SigningContext, depth: number): Part {
  const { from, to, value, data, isDelegated } = call;
  const coins =
    value > 0n || data === '0x' ? readMove({ token: null, from, to, amount: value }, context) : null;
  const rest = data === '0x' ? { findings: [], groups: [] } : readCall(call, context, depth);
  const decoded = decodeCall(data);
  const isUnlisted = decoded !== null && !isTokenCall(decoded) && knownAt(context, to) === null;
  return {
    findings: [
      ...(isDelegated ? [found('powerGiven', to, from)] : []),
      ...(isUnlisted ? [found('unknownContract', to)] : []),
      // If there is calldata, the recipient is checked as the called contract instead.
      ...(data === '0x' ? (coins?.findings ?? []) : []),
      ...rest.findings,
    ],
    groups: [...(coins ? [coins.group] : []), ...rest.groups],
  };
}

/**
 * Describes the effects and risks of a call with calldata, including its inner calls. `depth` is the number of
 * enclosing calls.
 */
export function readCall(sent: InnerCall, context: SigningContext, depth = 0): Part {
  const { from, to, data } = sent;
  const call = decodeCall(data);
  const place: Fact[] = depth === 0 ? [] : [{ label: 'to', value: addressValue(context, to) }];
  if (!call) {
    const isUnknown = knownAt(context, to) === null;
    return {
      findings: [found(isUnknown ? 'blindCall' : 'unknownMethod', to)],
      groups: [{ title: 'call', facts: [textFact('method', data.slice(0, 10)), ...place] }],
    };
  }
  const { allowances, moves, powers, isGivenAway } = effectsOf(call, { account: from, to });
  const parts = [
    ...allowances.map((allowance) => readAllowance(allowance, context)),
    ...[...moves, ...platformMoves(call, { account: from, to }, context)].map((move) =>
      readMove(move, context),
    ),
  ];
  const inner = innerCalls(call, { account: from, to });
  const isTooMuch = inner.length > INNER_CALLS || (inner.length > 0 && depth >= INNER_DEPTH);
  const within = isTooMuch ? [] : inner.map((next) => readInner(next, context, depth + 1));
  const isKnown = parts.length + within.length > 0;
  return {
    findings: [
      ...parts.flatMap(({ findings }) => findings),
      ...powers.map((address) => found('powerGiven', address, to)),
      ...(isGivenAway ? [found('orderForNothing')] : []),
      ...(isTooMuch ? [found('blindCall', to)] : []),
      ...within.flatMap(({ findings }) => findings),
    ],
    groups: [
      ...parts.map(({ group }) => group),
      {
        title: 'call',
        facts: [textFact('method', call.text), ...place, ...(isKnown ? [] : argumentFacts(call, context))],
      },
      ...within.flatMap(({ groups }) => groups),
    ],
  };
}
