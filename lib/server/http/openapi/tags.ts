type Tag = { name: string; description: string; segments: readonly string[] };

const OTHER: Tag = { name: 'Other', description: 'Everything else.', segments: [] };

/** Groups of calls, by the first segment of their paths. */
export const tags: readonly Tag[] = [
  {
    name: 'Account',
    description: 'Logging in by a signed EIP-4361 message, and the account that a login opens.',
    segments: ['user', 'upload'],
  },
  {
    name: 'Coins and prices',
    description: 'The assets that are listed, and what they are worth.',
    segments: ['coin', 'tokenlist.json'],
  },
  {
    name: 'Transactions',
    description: 'Proof of what was paid on a chain, and what was proven before.',
    segments: ['deposit', 'presale', 'pledge', 'wallet'],
  },
  {
    name: 'Configuration',
    description: 'What the operator has set: chains, contracts, currencies, languages, fees.',
    segments: ['config', 'withdraw'],
  },
  {
    name: 'Collectibles',
    description: 'What ERC-721 and ERC-1155 tokens say and show, fetched and made harmless here.',
    segments: ['nft'],
  },
  { name: 'Articles', description: 'News and notices.', segments: ['article'] },
  {
    name: 'Previews',
    description:
      'Unpublished wording, for editors who have the secret link. Only where previews are switched on.',
    segments: ['preview'],
  },
  {
    name: 'Operation',
    description: 'For those who run the server. No envelope.',
    segments: ['health', 'metrics', 'csp-report', 'openapi.json'],
  },
  OTHER,
];

/** Returns the tag of a path below /api. */
export function tagOf(path: string): string {
  const [, segment = ''] = path.split('/');
  return (tags.find(({ segments }) => segments.includes(segment)) ?? OTHER).name;
}
