import { type Address, type Hex, isAddressEqual } from 'viem';
import { readCall } from './call';
import { addressValue, amountValue, contractName, networkFact, type SigningContext } from './context';
import { type Finding, found, ranked } from './finding';
import { readMove } from './move';
import { type Group, type Reading, textFact } from './reading';

/** A requested transaction, exactly as it would be signed. */
export type TransactionRequest = {
  to: Address | null;
  /** wei */
  value: bigint;
  data: Hex;
  nonce?: number | undefined;
};

/** Returns the warnings about the called address. */
function placeFindings({ to, data }: TransactionRequest, context: SigningContext): Finding[] {
  if (to === null) return [found('createsContract')];
  if (data === '0x') return [];
  if (isAddressEqual(to, context.account)) return [found('selfCall')];
  const findings: Finding[] = [];
  const nature = context.natures.get(to);
  if (nature === 'account') findings.push(found('noCode', to));
  else if (nature === 'unknown') findings.push(found('notChecked', to));
  return findings;
}

/** Describes the known effects and risks of a transaction. */
export function readTransaction(request: TransactionRequest, context: SigningContext): Reading {
  const { to, value, data, nonce } = request;
  const isBare = data === '0x';
  const isPlain = to !== null && isBare;
  const coins =
    to === null || (value === 0n && !isPlain)
      ? null
      : readMove({ token: null, from: context.account, to, amount: value }, context);
  const call =
    to === null || isBare
      ? { findings: [], groups: [] }
      : readCall({ from: context.account, to, value, data }, context);
  return {
    findings: ranked([
      ...placeFindings(request, context),
      // If there is calldata, `readCall` checks the called contract, and the currency that it would keep.
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
          networkFact(context, context.chainId),
          { label: 'value', value: amountValue(context, null, value) },
          ...(nonce === undefined ? [] : [textFact('nonce', String(nonce))]),
        ],
      },
    ],
  };
}

/**
 * Returns the addresses in the groups, without duplicates and without `account`, to check them for contract code. Only some are
 * checked, so those that only a descriptor's authors name come last.
 */
export function addressesOf(groups: readonly Group[], account: Address): Address[] {
  const isOthers = ({ title }: Group) => title === 'description';
  const ordered = [...groups.filter((group) => !isOthers(group)), ...groups.filter(isOthers)];
  const named = ordered.flatMap(({ facts }) =>
    facts.flatMap(({ value }) => (value.kind === 'address' ? [value.address] : [])),
  );
  return [...new Set(named)].filter((address) => !isAddressEqual(address, account));
}

/** Returns the listed contracts in the groups, with their names: those that a request calls at any depth, and others. */
export const contractsOf = (
  groups: readonly Group[],
  context: SigningContext,
): readonly { address: Address; name: string }[] =>
  addressesOf(groups, context.account).flatMap((address) => {
    const name = contractName(context, address);
    return name === null ? [] : [{ address, name }];
  });
