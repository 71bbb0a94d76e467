import { type Address, type Hex, isAddressEqual } from 'viem';
import { readAllowance } from './allowance';
import { argumentFacts } from './call-facts';
import { addressValue, amountValue, knownAt, type SigningContext } from './context';
import { type DecodedCall, decodeCall } from './decode-call';
import { effectsOf, isTokenCall } from './effects';
import { type Finding, found, ranked } from './finding';
import { readMove } from './move';
import { type Fact, type Group, type Reading, textFact } from './reading';

/** A transaction that a page asks for, as it would be signed. */
export type TransactionRequest = {
  to: Address | null;
  /** wei */
  value: bigint;
  data: Hex;
  nonce?: number | undefined;
};

/** Calls within calls: so many are looked at, so deep. */
const INNER_CALLS = 16;
const INNER_DEPTH = 2;

type Part = { findings: Finding[]; groups: Group[] };

function callPart(to: Address, data: Hex, context: SigningContext, depth = 0): Part {
  const call = decodeCall(data);
  if (!call) {
    const isUnknown = knownAt(context, to) === null;
    return {
      findings: [found(isUnknown ? 'blindCall' : 'unknownMethod', to)],
      groups: [{ title: 'call', facts: [textFact('method', data.slice(0, 10))] }],
    };
  }
  const { allowances, moves, powers, isGivenAway, inner } = effectsOf(call, { account: context.account, to });
  const parts = [
    ...allowances.map((allowance) => readAllowance(allowance, context)),
    ...moves.map((move) => readMove(move, context)),
  ];
  const isTooMuch = inner.length > INNER_CALLS || (inner.length > 0 && depth >= INNER_DEPTH);
  const within = isTooMuch ? [] : inner.map((bytes) => callPart(to, bytes, context, depth + 1));
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
      callGroup(call, parts.length > 0 ? [] : argumentFacts(call, context)),
      ...within.flatMap(({ groups }) => groups),
    ],
  };
}

const callGroup = ({ text }: DecodedCall, args: readonly Fact[]): Group => ({
  title: 'call',
  facts: [textFact('method', text), ...args],
});

/** What is to be minded about the place that is called. */
function placeFindings({ to, value, data }: TransactionRequest, context: SigningContext): Finding[] {
  if (to === null) return [found('createsContract')];
  if (data === '0x') return [];
  if (isAddressEqual(to, context.account)) return [found('selfCall')];
  const findings: Finding[] = [];
  const nature = context.natures.get(to);
  const call = decodeCall(data);
  if (nature === 'account') findings.push(found('noCode', to));
  else if (nature === 'unknown') findings.push(found('notChecked', to));
  // Tokens are many, and their calls say themselves what they do.
  else if (knownAt(context, to) === null && call && !isTokenCall(call))
    findings.push(found('unknownContract', to));
  if (value > 0n && call && isTokenCall(call)) findings.push(found('valueWithTokenCall', to));
  return findings;
}

/** What a transaction does, as far as it can be told, and what is to be minded about it. */
export function readTransaction(request: TransactionRequest, context: SigningContext): Reading {
  const { to, value, data, nonce } = request;
  const isBare = data === '0x';
  const isPlain = to !== null && isBare;
  const coins =
    to === null || (value === 0n && !isPlain)
      ? null
      : readMove({ token: null, from: context.account, to, amount: value }, context);
  const call = to === null || isBare ? { findings: [], groups: [] } : callPart(to, data, context);
  return {
    findings: ranked([
      ...placeFindings(request, context),
      // Who is called with coins is judged as the called contract.
      ...(isPlain ? (coins?.findings ?? []) : []),
      ...call.findings,
    ]),
    groups: [
      ...(coins && value > 0n ? [coins.group] : []),
      ...call.groups,
      {
        title: 'transaction',
        facts: [
          ...(to === null ? [] : [{ label: 'to', value: addressValue(context, to) } as const]),
          { label: 'from', value: addressValue(context, context.account) },
          textFact('chain', String(context.chainId)),
          { label: 'value', value: amountValue(context, null, value) },
          ...(nonce === undefined ? [] : [textFact('nonce', String(nonce))]),
        ],
      },
    ],
  };
}

/** The addresses of whose nature a reading depends, without the account's own. */
export function addressesOf(groups: readonly Group[], account: Address): Address[] {
  const named = groups.flatMap(({ facts }) =>
    facts.flatMap(({ value }) => (value.kind === 'address' ? [value.address] : [])),
  );
  return [...new Set(named)].filter((address) => !isAddressEqual(address, account));
}
