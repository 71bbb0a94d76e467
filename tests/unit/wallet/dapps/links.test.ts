import { readLink } from '@/lib/wallet/dapps/links/read-link';
import { grantOf, LINK_METHODS, readProposal } from '@/lib/wallet/dapps/links/read-proposal';

const NOW = 1_800_000_000_000;
const KEY = 'ab'.repeat(32);
const TOPIC = 'cd'.repeat(32);
const ME = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const link = (query: string) => `wc:${TOPIC}@2?${query}`;

test('DAPP-10 a link is read with its key and time, also inside a link to a wallet app', () => {
  const uri = link(`expiryTimestamp=${NOW / 1_000 + 1}&relay-protocol=irn&symKey=${KEY}`);
  expect(readLink(` ${uri}\n`, NOW)).toEqual({ uri });
  expect(readLink(`https://wallet.example/wc?uri=${encodeURIComponent(uri)}`, NOW)).toEqual({ uri });
  expect(readLink(link(`symKey=${KEY}`), NOW)).toEqual({ uri: link(`symKey=${KEY}`) });
});

test.each([
  ['', 'notLink'],
  ['https://dapp.example', 'notLink'],
  ['javascript:alert(1)', 'notLink'],
  [link(''), 'notLink'],
  [link('symKey=ab'), 'notLink'],
  [`wc:${TOPIC}@3?symKey=${KEY}`, 'notLink'],
  [link(`symKey=${KEY}&x=${'a'.repeat(2_048)}`), 'notLink'],
  [`wc:8a5e5bdc-a0e4@1?bridge=https%3A%2F%2Fbridge.example&key=${KEY}`, 'oldLink'],
  [link(`symKey=${KEY}&expiryTimestamp=${NOW / 1_000}`), 'expired'],
])('DAPP-10 %p is no link that can be opened: %s', (text, problem) => {
  expect(readLink(text, NOW)).toEqual({ problem });
});

type Space = { chains?: string[]; methods: string[]; events: string[] };
const space = (chains?: string[], methods: string[] = [], events: string[] = []): Space => ({
  ...(chains ? { chains } : {}),
  methods,
  events,
});
const proposal = ({
  required = {},
  optional = { eip155: space(['eip155:1', 'eip155:8453']) },
  metadata = { name: 'Swap', url: 'https://swap.example/app' } as unknown,
  verified = { validation: 'UNKNOWN', origin: 'https://swap.example' } as object,
} = {}) => ({
  id: 1,
  params: { proposer: { metadata }, requiredNamespaces: required, optionalNamespaces: optional },
  verifyContext: { verified },
});
const read = (changes: Parameters<typeof proposal>[0] = {}) => readProposal(proposal(changes), [1, 10]);

test('DAPP-10 a session grants one account on the networks that both have, and the methods of the provider', () => {
  const found = read();
  expect(found).toMatchObject({
    ...{ name: 'Swap', site: 'https://swap.example', isVerified: false, chainIds: [1], problem: null },
  });
  expect(found && grantOf(found, ME)).toEqual({
    eip155: {
      chains: ['eip155:1'],
      accounts: [`eip155:1:${ME}`],
      methods: LINK_METHODS,
      events: ['chainChanged', 'accountsChanged'],
    },
  });
  // A namespace can be a chain (CAIP-25). A session must list all required events.
  const required = { 'eip155:10': space(undefined, ['personal_sign'], ['connect']) };
  expect(read({ required })).toMatchObject({
    chainIds: [10, 1],
    problem: null,
    events: ['chainChanged', 'accountsChanged', 'connect'],
  });
});

test('DAPP-10 what a DApp needs and this site lacks is named', () => {
  const { problem: none } = read({ optional: { eip155: space(['eip155:8453']) } }) ?? {};
  expect(none).toBe('networks');
  expect(read({ required: { eip155: space(['eip155:1', 'eip155:8453']) } })?.problem).toBe('networks');
  expect(read({ required: { solana: space(['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp']) } })?.problem).toBe(
    'networks',
  );
  expect(read({ required: { eip155: space(['eip155:1'], ['eth_sign']) } })?.problem).toBe('methods');
});

test('DAPP-10 only WalletConnect’s own finding verifies a website, and what it denies is refused', () => {
  const verified = (validation: string, origin = 'https://swap.example', isScam?: boolean) =>
    read({ verified: { validation, origin, ...(isScam === undefined ? {} : { isScam }) } });
  expect(verified('VALID')).toMatchObject({ isVerified: true, problem: null });
  expect(verified('VALID', 'https://evil.example')).toMatchObject({ isVerified: false });
  expect(verified('INVALID')).toMatchObject({ isVerified: false, problem: 'false' });
  expect(verified('VALID', 'https://swap.example', true)).toMatchObject({
    isVerified: false,
    problem: 'false',
  });
});

test('DAPP-10 a DApp’s words are one line of at most 60 characters without hidden ones, and it has to name a website', () => {
  const named = (name: unknown, url: unknown = 'https://swap.example') => read({ metadata: { name, url } });
  expect(named('Safe\u202Ewap\nDanger: none')?.name).toBe('Safe[U+202E]wap[U+000A]Danger: none');
  expect(named('a'.repeat(1_000))?.name).toHaveLength(60);
  expect(named('  ')?.name).toBe('https://swap.example');
  for (const url of ['', 'swap.example', 'javascript:alert(1)', 'ipfs://x', 7, undefined])
    expect(read({ metadata: { name: 'Swap', url } })).toBeNull();
  expect(readProposal({ id: 1 }, [1])).toBeNull();
  expect(readProposal(null, [1])).toBeNull();
});
