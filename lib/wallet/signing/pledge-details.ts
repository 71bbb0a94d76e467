import { type Address, type Client, decodeFunctionData, type Hex } from 'viem';
import { getBlock, readContract } from 'viem/actions';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import { pledgeFigures } from '@/lib/wallet/pledge/pledge-arithmetic';
import { amountValue, type SigningContext } from './context';
import type { FactLabel, FactValue } from './reading';

/** Details of the term or pledge whose ID is in a call. Amounts are in base units of `token`, and times in seconds. */
type PledgeDetails = {
  token: Address;
  duration?: bigint;
  maturity: bigint;
  pledged?: bigint;
  interest?: bigint;
  penalty?: bigint;
  comesBack: bigint;
};

/**
 * Reads the details of the term or pledge whose ID is in a call to the pledge contract.
 * Returns null for any other call.
 * @throws if the RPC request fails, or if the contract has no such term or pledge.
 */
export async function readPledgeDetails(
  client: Client,
  address: Address,
  data: Hex,
): Promise<PledgeDetails | null> {
  const contract = { address, abi: pledgeAbi } as const;
  const call = decodeFunctionData({ abi: pledgeAbi, data });
  switch (call.functionName) {
    case 'pledge':
    case 'pledgeWithPermit': {
      const [termId, amount] = call.args;
      const [terms, { timestamp }] = await Promise.all([
        readContract(client, { ...contract, functionName: 'terms' }),
        getBlock(client),
      ]);
      const term = terms[Number(termId)];
      if (!term) throw new RangeError(`the pledge contract has no term ${termId}`);
      const { interest } = pledgeFigures(amount, term);
      const duration = BigInt(term.duration);
      return {
        token: term.token,
        duration,
        maturity: timestamp + duration,
        interest,
        comesBack: amount + interest,
      };
    }
    case 'redeem':
    case 'exitEarly': {
      const { token, amount, interest, penalty, maturesAt } = await readContract(client, {
        ...contract,
        functionName: 'position',
        args: [call.args[0]],
      });
      const known = { token, maturity: maturesAt, pledged: amount };
      return call.functionName === 'redeem'
        ? { ...known, interest, comesBack: amount + interest }
        : { ...known, penalty, comesBack: amount - penalty };
    }
    default:
      return null;
  }
}

/** One row of a pledge's details. */
export type PledgeDetail = { label: FactLabel; value: FactValue; token: Address | null };

/** Returns the rows that show the details of a pledge. */
export function pledgeRows(details: PledgeDetails, context: SigningContext): PledgeDetail[] {
  const { token, duration, maturity } = details;
  const amounts = (['pledged', 'interest', 'penalty', 'comesBack'] as const).flatMap((label) => {
    const raw = details[label];
    return raw === undefined ? [] : [{ label, value: amountValue(context, token, raw), token }];
  });
  return [
    ...(duration === undefined
      ? []
      : [{ label: 'duration', value: { kind: 'duration', seconds: duration }, token: null } as const]),
    { label: 'maturity', value: { kind: 'time', seconds: maturity }, token: null },
    ...amounts,
  ];
}
