import { bytesToHex, maxUint256, stringToHex, zeroAddress } from 'viem';
import {
  callData,
  domainTypes,
  INVALID_PARAMS,
  personal,
  refused,
  signIn,
  type Trap,
  typed,
  typedData,
  typedMessage,
  UNAUTHORIZED,
  UNSUPPORTED,
} from './signing-context';
import {
  coins,
  forwardRequest,
  hash,
  note,
  permit,
  safeTransaction,
  seaport,
  seaportTypes,
  signedTransfer,
  word,
} from './typed-data-requests';

const nested = (depth: number): unknown => (depth === 0 ? { parts: [] } : { parts: [nested(depth - 1)] });

/** Signature requests that the test-dapp doesn't cover. */
export const otherSignatures: readonly Trap[] = [
  typed(
    'permit without limit or end',
    (place) => permit(place, { value: maxUint256.toString(), deadline: maxUint256.toString() }),
    {
      warned: ['unlimited', 'spenderIsPerson', 'farDeadline'],
    },
  ),
  typed(
    "DAI's permit, which has no amount",
    (place) =>
      typedMessage(
        place,
        'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)',
        { holder: place.account, spender: place.stranger, nonce: 0, expiry: 0, allowed: true },
      ),
    { warned: ['unlimited', 'spenderUnknown', 'farDeadline'] },
  ),
  typed(
    'signed transfer by Permit2',
    (place) =>
      typedMessage(
        place,
        'PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)TokenPermissions(address token,uint256 amount)',
        {
          permitted: { token: place.token, amount: '5000000' },
          spender: place.thief,
          nonce: '1',
          deadline: place.now + 600,
        },
      ),
    { warned: ['spenderIsPerson'] },
  ),
  typed(
    'Seaport order for next to nothing, in the end',
    (place) =>
      typedData(
        place,
        'OrderComponents',
        seaportTypes,
        seaport(place, [coins(place.account, '9000000000000000000', '1')]),
      ),
    { warned: ['orderForLittle'] },
  ),
  typed('root of a tree of orders', (place) => typedMessage(place, 'Root(bytes32 root)', { root: hash }), {
    warned: ['blindHash'],
  }),
  typed(
    'domain without network or contract',
    (place) =>
      note(place, {
        types: { EIP712Domain: domainTypes.slice(0, 1), Note: word },
        domain: { name: 'Sea' },
      }),
    { warned: ['unreadMessage', 'noChain', 'noVerifyingContract'] },
  ),
  typed('unknown contract', (place) => note({ ...place, token: place.stranger }), {
    warned: ['unknownContract'],
  }),
  typed(
    'extra data in the domain',
    (place) => note(place, { domain: { ...JSON.parse(note(place)).domain, salt: hash } }),
    refused,
  ),
  typed(
    'a value that its type does not hold',
    (place) => permit(place, { value: (maxUint256 + 1n).toString() }),
    refused,
  ),
  typed(
    'a number that JSON has lost digits of',
    (place) => permit(place).replace('"1033366316628"', '90071992547409931'),
    refused,
  ),
  typed('a value that is missing', (place) => permit(place, { spender: undefined }), refused),
  typed(
    'type with the name of one of Solidity',
    (place) => note(place, {}, { Note: word, uint256: word }),
    refused,
  ),
  typed(
    'a struct whose name libraries cut',
    (place) => typedData(place, 'Note$', { Note$: word }, { contents: 'Hello' }),
    refused,
  ),
  typed('field twice', (place) => note(place, {}, { Note: [...word, ...word] }), refused),
  typed(
    'type that is not there',
    (place) => note(place, {}, { Note: [{ name: 'contents', type: 'Text' }] }),
    refused,
  ),
  typed(
    'field of the prototype',
    (place) => note(place, {}, { Note: [{ name: '__proto__', type: 'string' }] }),
    refused,
  ),
  typed(
    'struct within itself without end',
    (place) => typedMessage(place, 'Tree(Tree[] parts)', nested(60)),
    refused,
  ),
  typed(
    'list of more than anybody reads',
    (place) => typedMessage(place, 'List(bool[] bits)', { bits: Array.from({ length: 10_000 }, () => true) }),
    refused,
  ),
  typed('a megabyte', (place) => note(place, { message: { contents: 'x'.repeat(1_000_000) } }), refused),
  typed('no JSON', () => '{', refused),
  typed('nothing', () => undefined, refused),
  {
    name: 'typed data for another account',
    method: 'eth_signTypedData_v4',
    params: (place) => [place.thief, note(place)],
    refused: UNAUTHORIZED,
  },
  personal('a hash as text', () => stringToHex(hash), { warned: ['bareHash'] }),
  personal('bytes that are no text', () => bytesToHex(new Uint8Array([0xff, 0xfe, 0x00, 0x01])), {
    warned: ['notText'],
  }),
  personal('text turned round', () => stringToHex('Pay 5 to \u202Eecila'), { warned: ['turnedText'] }),
  personal('text with unseen characters', () => stringToHex('Pay\u200B nobody'), { warned: ['hiddenText'] }),
  personal('sign-in at another port', (place) => signIn(place, { uri: 'http://127.0.0.1:1/wallet' }), {
    warned: ['signInElsewhere'],
  }),
  personal(
    'sign-in that looks like this site',
    (place) => signIn(place, { domain: `${new URL(place.origin).host}.evil.example` }),
    {
      warned: ['signInElsewhere'],
    },
  ),
  typed('signed transfer to a thief', (place) => signedTransfer(place, 'TransferWithAuthorization'), {
    warned: ['signedTransfer', 'newRecipient', 'farDeadline'],
  }),
  typed(
    'signed transfer that its recipient collects',
    (place) => signedTransfer(place, 'ReceiveWithAuthorization', { validBefore: place.now + 600 }),
    { warned: ['signedTransfer', 'newRecipient'] },
  ),
  typed(
    'signed transfer to the zero address',
    (place) => signedTransfer(place, 'TransferWithAuthorization', { to: zeroAddress }),
    { warned: ['signedTransfer', 'burn'] },
  ),
  typed(
    'delegation of votes of a listed token',
    (place) =>
      typedMessage(place, 'Delegation(address delegatee,uint256 nonce,uint256 expiry)', {
        delegatee: place.thief,
        nonce: 0,
        expiry: place.now + 600,
      }),
    { warned: ['unreadSignature'] },
  ),
  typed(
    'order of tokens for nearly nothing',
    (place) =>
      typedMessage(
        place,
        'Order(address makerAsset,address takerAsset,address maker,address receiver,uint256 makingAmount,uint256 takingAmount)',
        {
          makerAsset: place.token,
          takerAsset: place.stranger,
          maker: place.account,
          receiver: place.thief,
          makingAmount: '1000000000000',
          takingAmount: '1',
        },
      ),
    { warned: ['unreadSignature'] },
  ),
  typed(
    'permit of one NFT (ERC-4494)',
    (place) =>
      typedMessage(place, 'Permit(address spender,uint256 tokenId,uint256 nonce,uint256 deadline)', {
        spender: place.thief,
        tokenId: 7,
        nonce: 0,
        deadline: place.now + 600,
      }),
    { warned: ['unreadSignature'] },
  ),
  typed(
    'permit of all NFTs',
    (place) =>
      typedMessage(
        { ...place, token: place.stranger },
        'PermitForAll(address owner,address operator,bool approved,uint256 nonce,uint256 deadline)',
        {
          owner: place.account,
          operator: place.thief,
          approved: true,
          nonce: 0,
          deadline: place.now + 600,
        },
      ),
    { warned: ['allNfts', 'spenderIsPerson', 'unknownContract'] },
  ),
  typed(
    'meta-transaction of a token without limit',
    (place) =>
      typedMessage(place, 'MetaTransaction(uint256 nonce,address from,bytes functionSignature)', {
        nonce: 0,
        from: place.account,
        functionSignature: callData('approve', [place.thief, maxUint256]),
      }),
    { warned: ['unlimited', 'spenderIsPerson'] },
  ),
  typed(
    'forwarded approval (ERC-2771)',
    (place) =>
      forwardRequest(
        { ...place, token: place.stranger },
        { to: place.token, data: callData('approve', [place.thief, maxUint256]) },
      ),
    { warned: ['unlimited', 'spenderIsPerson'] },
  ),
  typed(
    "a Safe's delegate call",
    (place) =>
      safeTransaction(
        { ...place, token: place.stranger },
        { to: place.thief, data: '0x12345678', operation: 1 },
      ),
    { warned: ['powerGiven', 'blindCall'] },
  ),
  typed(
    "refund of a Safe's transaction, which drains it",
    ({ thief, token, ...place }) =>
      safeTransaction(
        { ...place, token: place.stranger },
        { baseGas: '1000000000000', gasPrice: 1, gasToken: token, refundReceiver: thief },
      ),
    { warned: ['gasRefund'] },
  ),
  typed(
    "a Safe's transaction with fields of another type",
    (place) =>
      typedMessage(
        place,
        'SafeTx(address to,uint256 value,bytes data,uint8 operation,string gasPrice,uint256 nonce)',
        { to: place.account, value: 0, data: '0x', operation: 0, gasPrice: '1', nonce: 0 },
      ),
    { warned: ['unreadSignature'] },
  ),
  personal('sign-in on another network', (place) => signIn(place, { chainId: place.chainId + 1 }), {
    warned: ['signInChain'],
  }),
  personal(
    'sign-in that has run out',
    (place) => signIn(place, { tail: '\nExpiration Time: 2020-01-01T00:00:00.000Z' }),
    {
      warned: ['signInTime'],
    },
  ),
  personal('a long message', () => `0x${'41'.repeat(40_000)}`, refused),
  personal('no message', () => ({ text: 'Hello' }), refused),
  personal('half a character', () => 'a\uD800', refused),
  {
    name: 'parameters in the wrong order',
    method: 'personal_sign',
    params: ({ account }) => [account, stringToHex('Hello')],
    refused: INVALID_PARAMS,
  },
  {
    name: 'message for another account',
    method: 'personal_sign',
    params: ({ thief }) => [stringToHex('Hello'), thief],
    refused: UNAUTHORIZED,
  },
  ...[
    'eth_signTransaction',
    'anvil_setBalance',
    'hardhat_impersonateAccount',
    'eth_sendUnsignedTransaction',
    'toString',
  ].map(
    (method): Trap => ({ name: method, method, params: ({ account }) => [account], refused: UNSUPPORTED }),
  ),
];
