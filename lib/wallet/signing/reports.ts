import { type Abi, type Address, type Client, parseAbi } from 'viem';
import { readAll } from '@/lib/evm/read-many';
import type { Reported } from '@/lib/wallet/contacts/use-reported-lists';
import { type Finding, type FindingCode, found, ranked } from './finding';
import type { Group, Reading } from './reading';
import { addressesOf } from './transaction';

/** Contract that says which addresses are under sanctions, listed by the operator as `sanctions_oracle`. */
const oracleAbi: Abi = parseAbi(['function isSanctioned(address addr) view returns (bool)']);

/** Maximum number of addresses that the oracle is asked about in a request. */
const MOST_ADDRESSES = 24;

/** Whether each address is under sanctions. Null if that couldn't be checked. */
export type Sanctions = ReadonlyMap<Address, boolean | null>;

/** Asks a sanctions oracle about addresses. Only its own `false` says that an address isn't under sanctions. */
export async function readSanctions(
  client: Client,
  oracle: Address,
  addresses: readonly Address[],
): Promise<Sanctions> {
  const asked = addresses.slice(0, MOST_ADDRESSES);
  const read = async (): Promise<readonly unknown[]> => {
    try {
      return await readAll(
        client,
        asked.map((address) => ({
          address: oracle,
          abi: oracleAbi,
          functionName: 'isSanctioned',
          args: [address],
        })),
      );
    } catch {
      // The node doesn't answer, which the review says.
      return [];
    }
  };
  const answers = await read();
  return new Map(
    addresses.map((address, index) => {
      const answer = answers[index];
      return [address, typeof answer === 'boolean' ? answer : null];
    }),
  );
}

/** Returns the addresses that a request pays, calls, or allows something. Taking an allowance back is always fine. */
export const reportable = (groups: readonly Group[], account: Address): readonly Address[] =>
  addressesOf(
    groups.filter(({ title }) => title !== 'revocation'),
    account,
  );

export type Reports = { lists: Reported; sanctions: Sanctions };

/** Returns what is reported about the parties of a request, and what couldn't be checked. */
export function reportFindings(
  { addresses, origin }: { addresses: readonly Address[]; origin: string | undefined },
  { lists, sanctions }: Reports,
): Finding[] {
  const isMissing = lists.state === 'missing' && (addresses.length > 0 || origin !== undefined);
  return [
    ...(origin !== undefined && lists.origins.has(origin) ? [found('reportedSite', origin)] : []),
    ...addresses
      .filter((address) => lists.addresses.has(address.toLowerCase()))
      .map((address) => found('reportedAddress', address)),
    ...addresses
      .filter((address) => sanctions.get(address) === true)
      .map((address) => found('sanctionedAddress', address)),
    ...(isMissing ? [found('listsMissing')] : []),
    ...addresses
      .filter((address) => sanctions.get(address) === null)
      .map((address) => found('sanctionsUnread', address)),
  ];
}

/** Adds findings to a reading. */
export const withReports = (reading: Reading, findings: readonly Finding[]): Reading =>
  findings.length === 0 ? reading : { ...reading, findings: ranked([...findings, ...reading.findings]) };

const reportCodes: readonly FindingCode[] = ['reportedSite', 'reportedAddress', 'sanctionedAddress'];

/** Returns whether a finding says that somebody is reported. It requires a second step, also on the site's own pages. */
export const isReport = ({ code }: Finding): boolean => reportCodes.includes(code);
