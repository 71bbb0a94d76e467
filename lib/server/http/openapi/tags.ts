type Tag = { name: string; description: string; segments: readonly string[] };

const OTHER: Tag = { name: 'Other', description: 'Everything else.', segments: [] };

/** Groups of endpoints by the first segment of their path. */
export const tags: readonly Tag[] = [
  {
    name: 'Account',
    description: 'Sign-in with a signed EIP-4361 message, and the signed-in account.',
    segments: ['user', 'upload'],
  },
  {
    name: 'Coins and prices',
    description: 'The listed coins and their prices.',
    segments: ['coin', 'tokenlist.json'],
  },
  {
    name: 'Transactions',
    description: 'Verification of payments on a chain, and verified payments.',
    segments: ['deposit', 'presale', 'pledge', 'wallet'],
  },
  {
    name: 'Transfers',
    description: 'Signed transfers that the operator sends and pays for.',
    segments: ['transfer'],
  },
  {
    name: 'Configuration',
    description: 'The operator’s settings: chains, contracts, currencies, languages, fees.',
    segments: ['config', 'erc7730', 'withdraw'],
  },
  {
    name: 'NFTs',
    description:
      'Metadata and pictures of ERC-721 and ERC-1155 tokens, fetched and sanitized by this server.',
    segments: ['nft'],
  },
  {
    name: 'Messages',
    description:
      'Delivery of end-to-end encrypted messages (MLS, RFC 9420), which this server can’t read. On unless the operator has turned it off.',
    segments: ['messages'],
  },
  {
    name: 'Notifications',
    description:
      'Push messages to browsers (RFC 8030) while the site is closed. Only if the operator has a key for them.',
    segments: ['push'],
  },
  {
    name: 'Card',
    description:
      'Crypto cards and their purchases. Also the webhooks of the card issuer, without the envelope.',
    segments: ['card'],
  },
  { name: 'Articles', description: 'News and notices.', segments: ['article'] },
  {
    name: 'Previews',
    description: 'Unpublished wording, for editors who have the secret link. Only if previews are enabled.',
    segments: ['preview'],
  },
  {
    name: 'Operation',
    description: 'For operators. No envelope.',
    segments: ['health', 'metrics', 'csp-report', 'openapi.json'],
  },
  OTHER,
];

/** Returns the tag of a path relative to /api. */
export function tagOf(path: string): string {
  const [, segment = ''] = path.split('/');
  return (tags.find(({ segments }) => segments.includes(segment)) ?? OTHER).name;
}
