import { maxUint160, zeroAddress } from 'viem';
import {
  domainTypes,
  personal,
  refused,
  signIn,
  type Trap,
  typed,
  typedData,
  UNSUPPORTED,
} from './signing-context';
import {
  blur,
  blurRest,
  coins,
  detail,
  hash,
  note,
  permit,
  permit2Types,
  piece,
  seaport,
  seaportTypes,
  word,
  zeroEx,
  zeroExRest,
} from './typed-data-requests';

/** The test-dapp's malicious and malformed signature requests, and its requests of unsupported types. */
export const testDappSignatures: readonly Trap[] = [
  { name: 'eth_sign', method: 'eth_sign', params: ({ account }) => [account, hash], refused: UNSUPPORTED },
  {
    name: 'typed data, version 1',
    method: 'eth_signTypedData',
    params: ({ account }) => [[{ type: 'string', name: 'Message', value: 'Hi' }], account],
    refused: UNSUPPORTED,
  },
  {
    name: 'typed data, version 3',
    method: 'eth_signTypedData_v3',
    params: (place) => [place.account, note(place)],
    refused: UNSUPPORTED,
  },
  {
    name: 'encryption key',
    method: 'eth_getEncryptionPublicKey',
    params: ({ account }) => [account],
    refused: UNSUPPORTED,
  },
  {
    name: 'malicious calls in a batch (EIP-5792)',
    method: 'wallet_sendCalls',
    params: ({ account, thief }) => [
      { version: '2.0.0', from: account, calls: [{ to: thief, data: '0x1' }] },
    ],
    refused: UNSUPPORTED,
  },
  typed('malicious permit', (place) => permit(place), { warned: ['spenderIsPerson'] }),
  typed('malicious permit that has run out', (place) => permit(place, { deadline: 1678709555 }), {
    warned: ['spenderIsPerson', 'expired'],
  }),
  typed(
    'malicious permit with a padded chainId',
    (place) =>
      permit(
        place,
        {},
        {
          domain: {
            name: 'USD Coin',
            version: '2',
            chainId: `0x${place.chainId.toString(16).padStart(64, '0')}`,
            verifyingContract: place.token,
          },
        },
      ),
    { warned: ['spenderIsPerson'] },
  ),
  typed(
    'malicious permit with an address as a number',
    (place) =>
      permit(
        place,
        {},
        {
          domain: {
            name: 'USD Coin',
            version: '2',
            chainId: place.chainId,
            verifyingContract: BigInt(place.token).toString(),
          },
        },
      ),
    refused,
  ),
  typed(
    'malicious trade order',
    (place) =>
      typedData(place, 'ERC721Order', zeroEx, {
        ...zeroExRest,
        direction: '0',
        maker: place.account,
        taker: place.thief,
        erc20Token: place.stranger,
        erc20TokenAmount: '42000000000000',
        erc721Token: place.stranger,
        erc721TokenId: '2516',
        fees: [],
        erc721TokenProperties: [],
      }),
    { warned: ['orderUnpriced'] },
  ),
  typed(
    'malicious Seaport order',
    (place) =>
      typedData(place, 'OrderComponents', seaportTypes, {
        ...seaport(place, [{ ...piece(place, 26464), recipient: place.token }]),
        offerer: place.thief,
      }),
    { warned: ['orderForNothing', 'notYours'] },
  ),
  typed(
    'Seaport bulk order that gives all away',
    (place) =>
      typedData(
        place,
        'BulkOrder',
        { ...seaportTypes, BulkOrder: [{ name: 'tree', type: 'OrderComponents[2]' }] },
        { tree: [seaport(place, [coins(place.account, '5000000000000000000')]), seaport(place, [])] },
      ),
    { warned: ['orderForNothing'] },
  ),
  typed(
    'Blur order for nothing',
    (place) =>
      typedData(place, 'Order', blur, {
        ...blurRest,
        trader: place.account,
        side: '1',
        collection: place.stranger,
        tokenId: '12',
        amount: '1',
        paymentToken: zeroAddress,
        price: '0',
        fees: [],
      }),
    { warned: ['orderForNothing'] },
  ),
  typed(
    'PermitSingle without limit',
    (place) =>
      typedData(place, 'PermitSingle', permit2Types('PermitSingle'), {
        details: detail(place, maxUint160),
        spender: place.thief,
        sigDeadline: place.now + 600,
      }),
    { warned: ['unlimited', 'spenderIsPerson'] },
  ),
  typed(
    'PermitBatch with one without limit',
    (place) =>
      typedData(place, 'PermitBatch', permit2Types('PermitBatch'), {
        details: [detail(place, 5n), detail(place, maxUint160)],
        spender: place.stranger,
        sigDeadline: place.now + 600,
      }),
    { warned: ['unlimited', 'spenderUnknown'] },
  ),
  typed(
    'invalid type',
    (place) =>
      typedData(
        place,
        'OrderComponents',
        { OrderComponents: [{ name: 'consideration', type: 'ConsiderationItem[+' }] },
        { consideration: [] },
      ),
    refused,
  ),
  typed('empty domain', (place) => note(place, { domain: {} }), refused),
  typed(
    'extra data that is not typed',
    (place) => note(place, { message: { contents: 'Hello', extra: 'more' } }),
    refused,
  ),
  typed('invalid primary type', (place) => note(place, { primaryType: 'Non-Existent' }), refused),
  typed('no primary type', (place) => note(place, { primaryType: undefined }), refused),
  typed(
    'verifying contract that is a number',
    (place) =>
      note(place, { domain: { name: 'Sea', version: '1', chainId: place.chainId, verifyingContract: 1 } }),
    refused,
  ),
  typed(
    'domain with a salt and no type of its own',
    (place) =>
      note(place, {
        types: { EIP712DomainWithSalt: [...domainTypes, { name: 'salt', type: 'bytes32' }], Note: word },
        domain: {
          name: 'Sea',
          version: '1',
          chainId: String(place.chainId),
          verifyingContract: place.token,
          salt: 'x',
        },
      }),
    refused,
  ),
  typed('another network', (place) => permit({ ...place, chainId: place.chainId + 1 }), refused),
  personal('a bare hash', () => hash, { warned: ['bareHash'] }),
  personal(
    'sign-in at another site',
    (place) => signIn(place, { domain: 'metamask.badactor.io', uri: 'https://metamask.badactor.io' }),
    {
      warned: ['signInElsewhere'],
    },
  ),
  personal('sign-in of another account', (place) => signIn(place, { address: zeroAddress }), {
    warned: ['signInOther'],
  }),
  personal('malformed sign-in', (place) => signIn(place, { without: 'URI' }), { warned: ['signInBroken'] }),
];
