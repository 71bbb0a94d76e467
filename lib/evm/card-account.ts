import { concatHex, type Hex, keccak256, numberToHex, stringToHex } from 'viem';

/** Name and version of the EIP-712 domain of CardAccount. */
export const CARD_DOMAIN = { name: 'Tidewell card account', version: '1' } as const;

/** EIP-712 type of a withdrawal without a delay, which the operator signs (`ICardFunds.withdrawNow`). */
export const withdrawNowTypes = {
  WithdrawNow: [
    { name: 'owner', type: 'address' },
    { name: 'token', type: 'address' },
    { name: 'amount', type: 'uint256' },
    { name: 'to', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const;

/** Returns the contract's identifier for one of the issuer's: of a hold, for its authorization. */
export const identifierOf = (id: string): Hex => keccak256(stringToHex(id));

/**
 * Returns the identifier of a purchase's hold after `closed` of its holds were closed, which the contract doesn't reopen. `holdId` is
 * that of the first.
 */
export const holdIdentifier = (holdId: Hex, closed: number): Hex =>
  closed === 0 ? holdId : keccak256(concatHex([holdId, numberToHex(closed, { size: 32 })]));
