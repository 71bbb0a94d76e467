import { type Address, isAddressEqual } from 'viem';
import { checkRecipient, type RecipientStop } from '@/lib/wallet/contacts/recipient';
import { addressValue, amountValue, knownAt, type SigningContext } from './context';
import { type Finding, type FindingCode, found } from './finding';
import { type Fact, type FactValue, type Group, textFact } from './reading';

export type Move = {
  /** Null for the native currency, undefined if it couldn't be read from the paying contract. */
  token: Address | null | undefined;
  from: Address;
  to: Address;
  /** Amount in base units, or the number of NFTs. Null if the call does not specify it. */
  amount: bigint | null;
  /** Whether `amount` is the minimum that a swap guarantees. */
  isMinimum?: boolean;
  /** NFT token ID. */
  tokenId?: bigint;
  /** Whether the called contract pulls the token itself, so that it credits the sender and nothing is lost. */
  isPulled?: boolean;
  /** Account or Safe whose signature is enough for anybody to make the transfer. */
  signer?: Address | undefined;
  /** Whether what moves is a balance that the contract keeps for its users. */
  isBalance?: boolean;
  /** Maximum fee charged by the called contract, in base units. */
  fee?: bigint;
};

const stopFindings = {
  zero: 'burn',
  reserved: 'burn',
  token: 'lostInContract',
  contract: 'lostInContract',
} as const satisfies Record<RecipientStop, FindingCode>;

/**
 * Returns a danger if a DApp's request runs the code of an unknown contract: it could be the DApp's own, which the user
 * has approved before. An earlier payment doesn't make a contract known.
 */
export function codeFindings(to: Address, context: SigningContext): Finding[] {
  const isTrusted = knownAt(context, to) !== null || context.accounts.some((own) => isAddressEqual(own, to));
  const isAccount = (context.natures.get(to) ?? 'account') === 'account';
  return !context.isForeign || isTrusted || isAccount ? [] : [found('runsUnknownCode', to)];
}

/** Returns the warnings about a recipient, with the check that the forms use. */
function recipientFindings(move: Move, context: SigningContext): Finding[] {
  const { token, from, to, isPulled, signer } = move;
  if (isPulled) return [];
  if (signer !== undefined) {
    const isOwn = [signer, context.account].some((own) => isAddressEqual(own, to));
    const { signer: _, ...rest } = move;
    return [...(isOwn ? [] : [found('signedTransfer', to)]), ...recipientFindings(rest, context)];
  }
  const { stop, isSelf, isKnown, lookAlike } = checkRecipient(to, context, token ?? null);
  if (isSelf) return isAddressEqual(from, to) ? [found('ownAddress')] : [];
  if (stop !== null) return [found(stopFindings[stop], to)];
  if (lookAlike !== null) return [found('lookAlike', to, lookAlike)];
  // A payment in the native currency runs the recipient's code. Most ERC-20 tokens don't run it in a plain transfer.
  const codes = token ? [] : codeFindings(to, context);
  if (move.isBalance && context.natures.get(to) === 'contract')
    return [found('balanceOfContract', to), ...codes];
  // Most recipients that were paid before are accounts. A failed lookup alone is therefore only a caution.
  if (isKnown && codes.length > 0 && context.natures.get(to) === 'unknown') return [found('notChecked', to)];
  const isExpected = isKnown || context.people.some((person) => isAddressEqual(person.address, to));
  return isExpected || codes.length > 0 ? codes : [found('newRecipient', to)];
}

const assetAmount = (context: SigningContext, token: Move['token'], raw: bigint): FactValue =>
  token === undefined ? { kind: 'amount', raw, token: null } : amountValue(context, token, raw);

/** Describes a transfer and its risks. */
export function readMove(move: Move, context: SigningContext): { findings: Finding[]; group: Group } {
  const { token, from, to, amount, tokenId, fee } = move;
  const leaves = isAddressEqual(from, context.account);
  const what: Fact[] = [];
  if (tokenId !== undefined) what.push({ label: 'tokenId', value: { kind: 'text', text: `${tokenId}` } });
  if (amount !== null)
    what.push({
      label: move.isMinimum ? 'minimum' : 'amount',
      value:
        tokenId === undefined
          ? assetAmount(context, token, amount)
          : { kind: 'text', text: amount.toString() },
    });
  if (fee) what.push({ label: 'fee', value: assetAmount(context, token, fee) });
  if (token === undefined) what.push(textFact('token', '?'));
  else if (token !== null)
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
