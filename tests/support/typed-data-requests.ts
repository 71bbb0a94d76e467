import { maxUint256, zeroAddress } from 'viem';
import { permitTypes, type TrapContext, typedData } from './signing-context';

export const hash = `0x${'c0ffee'.repeat(10)}beef`;

export const permit = (
  place: TrapContext,
  changes: Record<string, unknown> = {},
  more: Record<string, unknown> = {},
) =>
  typedData(
    place,
    'Permit',
    permitTypes,
    {
      owner: place.account,
      spender: place.thief,
      value: '1033366316628',
      nonce: 1,
      deadline: place.now + 600,
      ...changes,
    },
    more,
  );

/** Returns a signed transfer of a token (ERC-3009) to the thief, valid forever. */
export const signedTransfer = (
  place: Pick<TrapContext, 'account' | 'chainId' | 'token' | 'thief'>,
  primaryType: 'TransferWithAuthorization' | 'ReceiveWithAuthorization',
  changes: Record<string, unknown> = {},
) =>
  typedData(
    place,
    primaryType,
    {
      [primaryType]: [
        { name: 'from', type: 'address' },
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'validAfter', type: 'uint256' },
        { name: 'validBefore', type: 'uint256' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    {
      from: place.account,
      to: place.thief,
      value: '1000000000000',
      validAfter: '0',
      validBefore: maxUint256.toString(),
      nonce: `0x${'07'.repeat(32)}`,
      ...changes,
    },
  );

export const word = [{ name: 'contents', type: 'string' }];
export const note = (
  place: TrapContext,
  more: Record<string, unknown> = {},
  types: Record<string, unknown> = { Note: word },
) => typedData(place, 'Note', types, { contents: 'Hello' }, more);

const item = [
  { name: 'itemType', type: 'uint8' },
  { name: 'token', type: 'address' },
  { name: 'identifierOrCriteria', type: 'uint256' },
  { name: 'startAmount', type: 'uint256' },
  { name: 'endAmount', type: 'uint256' },
];
export const seaportTypes = {
  OfferItem: item,
  ConsiderationItem: [...item, { name: 'recipient', type: 'address' }],
  OrderComponents: [
    { name: 'offerer', type: 'address' },
    { name: 'offer', type: 'OfferItem[]' },
    { name: 'consideration', type: 'ConsiderationItem[]' },
    { name: 'salt', type: 'uint256' },
  ],
};
export const piece = ({ stranger }: TrapContext, id: number) => ({
  itemType: '2',
  token: stranger,
  identifierOrCriteria: String(id),
  startAmount: '1',
  endAmount: '1',
});
export const coins = (recipient: string, startAmount: string, endAmount = startAmount) => ({
  itemType: '0',
  token: zeroAddress,
  identifierOrCriteria: '0',
  startAmount,
  endAmount,
  recipient,
});
export const seaport = (place: TrapContext, consideration: readonly unknown[]) => ({
  offerer: place.account,
  offer: [piece(place, 26464), piece(place, 7779)],
  consideration,
  salt: '155021329465677216849438859948348669988431612742708553171253881797',
});

const details = [
  { name: 'token', type: 'address' },
  { name: 'amount', type: 'uint160' },
  { name: 'expiration', type: 'uint48' },
  { name: 'nonce', type: 'uint48' },
];
export const permit2Types = (kind: 'PermitSingle' | 'PermitBatch') => ({
  PermitDetails: details,
  [kind]: [
    { name: 'details', type: kind === 'PermitSingle' ? 'PermitDetails' : 'PermitDetails[]' },
    { name: 'spender', type: 'address' },
    { name: 'sigDeadline', type: 'uint256' },
  ],
});
export const detail = ({ token, now }: TrapContext, amount: bigint) => ({
  token,
  amount: amount.toString(),
  expiration: now + 86_400,
  nonce: 0,
});

export const blur = {
  Order: [
    { name: 'trader', type: 'address' },
    { name: 'side', type: 'uint8' },
    { name: 'collection', type: 'address' },
    { name: 'tokenId', type: 'uint256' },
    { name: 'paymentToken', type: 'address' },
    { name: 'price', type: 'uint256' },
  ],
};
export const zeroEx = {
  ERC721Order: [
    { name: 'direction', type: 'uint8' },
    { name: 'maker', type: 'address' },
    { name: 'taker', type: 'address' },
    { name: 'erc20Token', type: 'address' },
    { name: 'erc20TokenAmount', type: 'uint256' },
    { name: 'erc721Token', type: 'address' },
    { name: 'erc721TokenId', type: 'uint256' },
  ],
};
