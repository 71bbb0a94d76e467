import { maxUint256, zeroAddress } from 'viem';
import { permitTypes, type TrapContext, typedData, typedMessage, typesOf } from './signing-context';

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

/** Returns a token transfer (ERC-3009) to the thief for signing, valid forever. */
export const signedTransfer = (
  place: Pick<TrapContext, 'account' | 'chainId' | 'token' | 'thief'>,
  primaryType: 'TransferWithAuthorization' | 'ReceiveWithAuthorization',
  changes: Record<string, unknown> = {},
) =>
  typedMessage(
    place,
    `${primaryType}(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)`,
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

/** Returns a Safe's transaction, without a refund unless `changes` sets a gas price. */
export const safeTransaction = (
  place: Pick<TrapContext, 'account' | 'chainId' | 'token'>,
  changes: Record<string, unknown>,
) =>
  typedMessage(
    place,
    'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)',
    {
      ...{ to: place.account, value: 0, data: '0x', operation: 0, safeTxGas: 0, nonce: 0 },
      ...{ baseGas: 0, gasPrice: 0, gasToken: zeroAddress, refundReceiver: zeroAddress },
      ...changes,
    },
  );

/** Returns a call that a forwarder makes for the account (ERC-2771). */
export const forwardRequest = (
  place: Pick<TrapContext, 'account' | 'chainId' | 'token'>,
  changes: Record<string, unknown>,
) =>
  typedMessage(
    place,
    'ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,uint48 deadline,bytes data)',
    {
      ...{ from: place.account, to: place.token, value: 0, gas: 100_000, nonce: 0, deadline: 1_800_000_600 },
      ...changes,
    },
  );

export const word = [{ name: 'contents', type: 'string' }];
export const note = (
  place: TrapContext,
  more: Record<string, unknown> = {},
  types: Record<string, unknown> = { Note: word },
) => typedData(place, 'Note', types, { contents: 'Hello' }, more);

const item =
  'uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount';
export const seaportTypes = typesOf(
  `OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)OfferItem(${item})ConsiderationItem(${item},address recipient)`,
);
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
  zone: zeroAddress,
  orderType: 0,
  startTime: '1800000000',
  endTime: '1800000600',
  zoneHash: `0x${'00'.repeat(32)}`,
  conduitKey: `0x${'00'.repeat(32)}`,
  counter: 0,
});

export const permit2Types = (kind: 'PermitSingle' | 'PermitBatch') =>
  typesOf(
    `${kind}(PermitDetails${kind === 'PermitBatch' ? '[]' : ''} details,address spender,uint256 sigDeadline)PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)`,
  );
export const detail = ({ token, now }: TrapContext, amount: bigint) => ({
  token,
  amount: amount.toString(),
  expiration: now + 86_400,
  nonce: 0,
});

export const blur = typesOf(
  'Order(address trader,uint8 side,address matchingPolicy,address collection,uint256 tokenId,uint256 amount,address paymentToken,uint256 price,uint256 listingTime,uint256 expirationTime,Fee[] fees,uint256 salt,bytes extraParams,uint256 nonce)Fee(uint16 rate,address recipient)',
);
/** The fields of Blur's order that don't matter to its price. */
export const blurRest = {
  ...{
    matchingPolicy: zeroAddress,
    listingTime: 0,
    expirationTime: '1800000600',
    salt: 0,
    extraParams: '0x',
    nonce: 0,
  },
};
export const zeroEx = typesOf(
  'ERC721Order(uint8 direction,address maker,address taker,uint256 expiry,uint256 nonce,address erc20Token,uint256 erc20TokenAmount,Fee[] fees,address erc721Token,uint256 erc721TokenId,Property[] erc721TokenProperties)Fee(address recipient,uint256 amount,bytes feeData)Property(address propertyValidator,bytes propertyData)',
);
/** The fields of 0x's orders that don't matter to their price. */
export const zeroExRest = { taker: zeroAddress, expiry: '1800000600', nonce: 0 };
