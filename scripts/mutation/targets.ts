/** Folders whose code is changed, and the test files that have to notice, as parts of their paths. */
export const targets: Readonly<Record<string, readonly string[]>> = {
  'lib/format': [
    'tests/unit/format/',
    'tests/unit/wallet/portfolio/fiat',
    'tests/unit/wallet/unlocks/unlocks.test',
    'tests/unit/wallet/presale/presale-arithmetic',
    'tests/unit/wallet/coins/price-pair',
  ],
  'lib/wallet/pay': ['tests/unit/wallet/pay/'],
  'lib/server/auth': ['tests/api/auth/', 'tests/api/profile/profile'],
  'lib/server/verify': ['tests/api/verify/'],
  'lib/server/limits': [
    'tests/api/http/rate-limit',
    'tests/unit/server/fair-queue',
    'tests/unit/server/nft-cache',
  ],
  'lib/server/uploads': [
    'tests/api/profile/avatar',
    'tests/unit/server/avatar-image',
    'tests/unit/server/file-store',
    'tests/unit/server/read-form-file',
    'tests/unit/server/s3-store',
  ],
  'lib/server/nft': [
    'tests/api/nft/',
    'tests/unit/server/fetch-public',
    'tests/unit/server/nft-',
    'tests/unit/server/public-lookup',
    'tests/unit/wallet/nfts/nft-text',
  ],
  // Most API tests run code of this folder. These test it directly.
  'lib/server/http': [
    'tests/api/http/access',
    'tests/api/http/back-end',
    'tests/api/http/log',
    'tests/api/http/security-log',
    'tests/unit/server/api-handlers',
    'tests/api/messages/images.test',
    'tests/api/prices/price-stream',
    'tests/unit/server/client-address',
    'tests/unit/server/connection-limit',
    'tests/unit/server/connections',
    'tests/unit/server/openapi-document',
    'tests/unit/server/read-body',
  ],
  'lib/wallet/transactions': [
    'tests/unit/wallet/transactions/',
    'tests/unit/wallet/pay/payment-chain',
    'tests/unit/wallet/vault/withdraw.test',
    'tests/api/transactions/',
  ],
  'lib/wallet/signing': ['tests/unit/wallet/signing/', 'tests/unit/wallet/contacts/recipient'],
};
