import { readAllowance } from './allowance';
import { argumentFacts } from './call-facts';
import { addressValue, knownAt, type SigningContext } from './context';
import { decodeCall } from './decode-call';
import { effectsOf, isTokenCall } from './effects';
import { type Finding, found } from './finding';
import { type InnerCall, innerCalls } from './inner-calls';
import { readMove } from './move';
import { platformMoves } from './platform-effects';
import { type Fact, type Group, textFact } from './reading';

/** Calls within calls: so many are looked at, so deep. */
const INNER_CALLS = 16;
const INNER_DEPTH = 2;

type Part = { findings: readonly Finding[]; groups: readonly Group[] };

/** A call that another one makes: what it is sent, where it goes, and what it does there. */
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
      // Who is called with coins is judged as the called contract.
      ...(data === '0x' ? (coins?.findings ?? []) : []),
      ...rest.findings,
    ],
    groups: [...(coins ? [coins.group] : []), ...rest.groups],
  };
}

/** What a call with data does and makes others do, and what is to be minded about it. `depth` counts the calls around it. */
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
  const isTold = parts.length + within.length > 0;
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
        facts: [textFact('method', call.text), ...place, ...(isTold ? [] : argumentFacts(call, context))],
      },
      ...within.flatMap(({ groups }) => groups),
    ],
  };
}
