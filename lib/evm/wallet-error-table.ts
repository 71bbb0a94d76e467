/** Codes for what a wallet answered instead of a result. Each has a message under `wallet.errors`. */
export type WalletErrorCode =
  | 'rejected'
  | 'walletBusy'
  | 'walletUnauthorized'
  | 'walletUnsupported'
  | 'walletDisconnected'
  | 'walletLimited'
  | 'walletRefused'
  | 'deviceLocked'
  | 'blindSigning'
  | 'insufficientFunds'
  | 'wrongChain'
  | 'maybeSent'
  | 'unknown';

/** Code of a connection that the user rejected (CAIP-25). */
export const CONNECTION_REJECTED = 5000;

/**
 * Whether the wallet says that it sent nothing. Everything else is `maybe`: a wallet can publish a transaction and then
 * answer with an error.
 */
export type Sent = 'no' | 'maybe';

/** What wallets say, what it means, where that was reported or specified, and what follows from it. */
export type WalletErrorRow<Said> = readonly [
  said: Said,
  meaning: string,
  source: string,
  sent: Sent,
  code: WalletErrorCode,
];

/** Parts of messages, in lower case. Earlier rows win, and all of them win over codes. */
export const walletErrorTexts: readonly WalletErrorRow<string>[] = [
  // A node's answers to a transaction that it may have received before, also from this wallet.
  ['already known', 'the node has it', 'ethereum/go-ethereum#22093', 'maybe', 'maybeSent'],
  ['known transaction', 'the node has it', 'ethereum/go-ethereum#662', 'maybe', 'maybeSent'],
  ['already imported', 'the node has it', 'MetaMask/metamask-extension#1756', 'maybe', 'maybeSent'],
  ['nonce too low', 'the nonce is used, maybe by it', 'wevm/viem#4831', 'maybe', 'maybeSent'],
  ['underpriced', 'one of its nonce waits', 'MetaMask/metamask-extension#2889', 'maybe', 'maybeSent'],
  ['queued cost', 'others of the account wait', 'go-ethereum txpool/validation.go', 'maybe', 'maybeSent'],
  // Sent again, it couldn't be paid for either.
  [
    'insufficient funds for',
    'it can’t be paid',
    'MetaMask/metamask-extension#2667',
    'no',
    'insufficientFunds',
  ],
  // wagmi says this, not a wallet.
  ['user rejected switch after adding', 'the network was only added', 'wevm/wagmi#4223', 'no', 'wrongChain'],
  // Ledger's status words, with the parentheses of its library: a hash or address can start with the same digits.
  ['(0x6985)', 'rejected on the Ledger', 'MetaMask/metamask-extension#9510', 'no', 'rejected'],
  ['(0x5515)', 'the Ledger is locked', 'MetaMask/metamask-extension#17606', 'no', 'deviceLocked'],
  ['(0x6b0c)', 'the Ledger is locked', 'MetaMask/metamask-extension#17606', 'no', 'deviceLocked'],
  ['(0x6804)', 'the Ledger is locked', 'summa-tx/coins#87', 'no', 'deviceLocked'],
  ['(0x650f)', 'the Ethereum app is closed', 'MetaMask/metamask-extension#14504', 'no', 'deviceLocked'],
  ['(0x6a80)', 'blind signing is off', 'MetaMask/accounts#294', 'no', 'blindSigning'],
  ['blind signing', 'blind signing is off', 'LedgerHQ/app-ethereum#230', 'no', 'blindSigning'],
  ['ledger contract data = no', 'blind signing is off', 'floating/frame#154', 'no', 'blindSigning'],
  [
    '(0x6d00)',
    'the app lacks the instruction',
    'MetaMask/metamask-extension#41017',
    'no',
    'walletUnsupported',
  ],
  // The user's rejection, in the words of wallets and devices.
  ['user rejected', 'WalletConnect, MetaMask', 'WalletConnect utils/errors.ts', 'no', 'rejected'],
  ['user denied', 'MetaMask, Coinbase Wallet', 'MetaMask/metamask-extension#5562', 'no', 'rejected'],
  ['user declined', 'Frame', 'Uniswap/interface#5941', 'no', 'rejected'],
  ['user cancel', 'Trust Wallet, MetaMask', 'MetaMask/core#200', 'no', 'rejected'],
  ['action cancelled', 'Trezor', 'MetaMask/accounts#576', 'no', 'rejected'],
  ['action canceled', 'Trezor', 'MetaMask/accounts#576', 'no', 'rejected'],
  ['popup closed', 'Trezor', 'trezor/trezor-suite#12446', 'no', 'rejected'],
  ['permissions not granted', 'Trezor', 'MetaMask/accounts#576', 'no', 'rejected'],
  // A method or kind of signature that the wallet, or its device, doesn't have.
  ['not supported on this device', 'Ledger, Trezor', 'Uniswap/interface#795', 'no', 'walletUnsupported'],
  ['only supported on trezor', 'Trezor', 'MetaMask/eth-trezor-keyring#117', 'no', 'walletUnsupported'],
  ['does not exist/is not available', 'imToken', 'thirdweb-dev/web3-onboard#1271', 'no', 'walletUnsupported'],
  ['missing or invalid. request()', 'WalletConnect', 'slymnoyann/hey.xyz#2287', 'no', 'walletUnsupported'],
  ['unsupported method', 'Trust Wallet', 'wevm/wagmi#3012', 'no', 'walletUnsupported'],
];

/** Numeric codes, and words that are a whole code or a whole message. Earlier rows win. */
export const walletErrorCodes: readonly WalletErrorRow<number | string>[] = [
  [4900, 'disconnected from all chains', 'EIP-1193', 'maybe', 'walletDisconnected'],
  [4901, 'disconnected from the chain', 'EIP-1193', 'maybe', 'walletDisconnected'],
  [6000, 'the session ended', 'WalletConnect utils/errors.ts', 'maybe', 'walletDisconnected'],
  [-32005, 'too many requests', 'EIP-1474', 'maybe', 'walletLimited'],
  // Nodes also use this code for a transaction that they have.
  [-32003, 'transaction rejected', 'EIP-1474', 'maybe', 'walletRefused'],
  [5720, 'a batch with this ID exists', 'EIP-5792', 'maybe', 'maybeSent'],
  [4001, 'the user rejected the request', 'EIP-1193', 'no', 'rejected'],
  [CONNECTION_REJECTED, 'the user rejected the request', 'CAIP-25', 'no', 'rejected'],
  [5001, 'the user rejected the chains', 'WalletConnect utils/errors.ts', 'no', 'rejected'],
  [5002, 'the user rejected the methods', 'WalletConnect utils/errors.ts', 'no', 'rejected'],
  [5750, 'the user declined to upgrade the account', 'EIP-5792', 'no', 'rejected'],
  ['ACTION_REJECTED', 'the user rejected the request', 'BoltzExchange/boltz-web-app#1220', 'no', 'rejected'],
  ['Failure_ActionCancelled', 'rejected on the Trezor', 'trezor/trezor-suite#22110', 'no', 'rejected'],
  ['Method_PermissionsNotGranted', 'rejected in Trezor’s page', 'MetaMask/accounts#576', 'no', 'rejected'],
  ['Method_Cancel', 'rejected in Trezor’s page', 'MetaMask/accounts#576', 'no', 'rejected'],
  ['Cancelled', 'rejected on the Trezor', 'trezor/trezor-suite#22110', 'no', 'rejected'],
  [0x6985, 'rejected on the Ledger', 'LedgerHQ/ledgerjs#589', 'no', 'rejected'],
  [0x5515, 'the Ledger is locked', 'LedgerHQ/ledger-device-rust-sdk#199', 'no', 'deviceLocked'],
  [0x6a80, 'blind signing is off', 'MetaMask/accounts#294', 'no', 'blindSigning'],
  [4100, 'the site may not use the account', 'EIP-1193', 'no', 'walletUnauthorized'],
  [3001, 'the site may not use the method', 'WalletConnect utils/errors.ts', 'no', 'walletUnauthorized'],
  [-32002, 'another request is open', 'EIP-1474', 'no', 'walletBusy'],
  [4902, 'the wallet lacks the chain', 'EIP-3326', 'no', 'wrongChain'],
  [5100, 'unsupported chains', 'WalletConnect utils/errors.ts', 'no', 'wrongChain'],
  [4200, 'unsupported method', 'EIP-1193', 'no', 'walletUnsupported'],
  [5101, 'unsupported methods', 'WalletConnect utils/errors.ts', 'no', 'walletUnsupported'],
  [5700, 'unsupported capability', 'EIP-5792', 'no', 'walletUnsupported'],
  [5710, 'no batches on this chain', 'EIP-5792', 'no', 'walletUnsupported'],
  [5740, 'the batch is too large', 'EIP-5792', 'no', 'walletUnsupported'],
  [5760, 'no atomic batches', 'EIP-5792', 'no', 'walletUnsupported'],
  [-32700, 'unreadable request', 'EIP-1474', 'no', 'walletUnsupported'],
  [-32600, 'invalid request', 'EIP-1474', 'no', 'walletUnsupported'],
  [-32601, 'unknown method', 'EIP-1474', 'no', 'walletUnsupported'],
  [-32602, 'invalid parameters', 'EIP-1474', 'no', 'walletUnsupported'],
  [-32004, 'unsupported method', 'EIP-1474', 'no', 'walletUnsupported'],
  [-32006, 'unsupported version', 'EIP-1474', 'no', 'walletUnsupported'],
];
