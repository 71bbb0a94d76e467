import { type Address, isAddressEqual, zeroAddress } from 'viem';
import { lookAlikeOf } from '@/lib/wallet/contacts/recipient';
import { addressValue, amountValue, knownAt, type SigningContext } from './context';
import { type Finding, found } from './finding';
import type { Fact, Group } from './reading';

export type Move = {
  /** Null for the native currency. */
  token: Address | null;
  from: Address;
  to: Address;
  /** Amount in base units, or the number of NFTs. Null if the call does not specify it. */
  amount: bigint | null;
  /** NFT token ID. */
  tokenId?: bigint;
  /** Whether the called contract pulls the token itself, so that it credits the sender and nothing is lost. */
  isPulled?: boolean;
  /** Maximum fee charged by the called contract, in base units. */
  fee?: bigint;
};

const BURN_ADDRESSES = [zeroAddress, '0x000000000000000000000000000000000000dEaD'] as const;

export const isBurn = (address: Address): boolean =>
  BURN_ADDRESSES.some((burn) => isAddressEqual(burn, address));

/** Returns the warnings about a recipient. */
function recipientFindings({ token, from, to, isPulled }: Move, context: SigningContext): Finding[] {
  if (isPulled) return [];
  if (isBurn(to)) return [found('burn', to)];
  const known = knownAt(context, to);
  if (known?.kind === 'own') return isAddressEqual(from, to) ? [found('ownAddress')] : [];
  // These contracts can't return what is sent to them directly.
  const isContract = known?.kind === 'token' || known?.kind === 'contract';
  if (isContract || (token !== null && isAddressEqual(token, to))) return [found('lostInContract', to)];
  const people = [...context.contacts.map(({ address }) => address), ...context.recipients];
  const alike = lookAlikeOf(to, [...people, context.account]);
  if (alike) return [found('lookAlike', to, alike)];
  return people.some((address) => isAddressEqual(address, to)) ? [] : [found('newRecipient', to)];
}

/** Describes a transfer and its risks. */
export function readMove(move: Move, context: SigningContext): { findings: Finding[]; group: Group } {
  const { token, from, to, amount, tokenId, fee } = move;
  const leaves = isAddressEqual(from, context.account);
  const what: Fact[] = [];
  if (tokenId !== undefined) what.push({ label: 'collectible', value: { kind: 'text', text: `${tokenId}` } });
  if (amount !== null)
    what.push({
      label: 'amount',
      value:
        tokenId === undefined
          ? amountValue(context, token, amount)
          : { kind: 'text', text: amount.toString() },
    });
  if (fee) what.push({ label: 'fee', value: amountValue(context, token, fee) });
  if (token !== null)
    what.push({
      label: tokenId === undefined ? 'token' : 'collection',
      value: addressValue(context, token),
    });
  return {
    findings: recipientFindings(move, context),
    group: {
      title: leaves ? 'leaves' : 'moves',
      facts: [
        ...what,
        ...(leaves ? [] : [{ label: 'from', value: addressValue(context, from) } as const]),
        { label: 'to', value: addressValue(context, to) },
      ],
    },
  };
}
