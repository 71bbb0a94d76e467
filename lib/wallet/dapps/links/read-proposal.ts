import '@/lib/validation/zod-without-eval';
import type { Address } from 'viem';
import { z } from 'zod';
import { onOneLine } from '@/lib/wallet/signing/message';

/** Methods of the provider that a DApp can use through a link. It reads the chain by its own nodes. */
export const LINK_METHODS: readonly string[] = [
  'eth_sendTransaction',
  'personal_sign',
  'eth_signTypedData_v4',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'wallet_watchAsset',
  'wallet_sendCalls',
  'wallet_getCallsStatus',
  'wallet_showCallsStatus',
  'wallet_getCapabilities',
];
const EVENTS: readonly string[] = ['chainChanged', 'accountsChanged'];
const NAME_CHARACTERS = 60;

export type LinkProposal = {
  /** As the DApp calls itself. */
  name: string;
  /** The origin that the DApp says it has. */
  site: string;
  /** Whether WalletConnect found the DApp at that origin. Otherwise, nobody knows. */
  isVerified: boolean;
  /** The site's networks that the DApp may use. */
  chainIds: readonly number[];
  /** Events that the session must list, although not all occur. */
  events: readonly string[];
  /** Why it can't be accepted: WalletConnect found the DApp elsewhere, or knows it as a scam, or it needs more than there is here. */
  problem: 'false' | 'networks' | 'methods' | null;
};

const namespace = z.object({
  chains: z.array(z.string()).max(500).optional(),
  methods: z.array(z.string()).max(200).default([]),
  events: z.array(z.string()).max(200).default([]),
});
const namespaces = z.record(z.string(), namespace).default({});
const schema = z.object({
  params: z.object({
    proposer: z.object({ metadata: z.object({ name: z.string().catch(''), url: z.string().catch('') }) }),
    requiredNamespaces: namespaces,
    optionalNamespaces: namespaces,
  }),
  verifyContext: z.object({
    verified: z.object({
      origin: z.string().catch(''),
      validation: z.string(),
      isScam: z.boolean().optional(),
    }),
  }),
});
type Namespaces = z.output<typeof namespaces>;

/** Chains of namespaces, by their CAIP-2 IDs. A namespace's name can itself be a chain (CAIP-25). */
const chainsOf = (all: Namespaces): string[] =>
  Object.entries(all).flatMap(([name, { chains = [] }]) => (name.includes(':') ? [name] : chains));

const originOf = (url: string): string => {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.origin : '';
};

/** Reads a DApp's proposal of a session, of which nothing is trusted. Returns null if it is malformed, or names no website. */
export function readProposal(event: unknown, ownChainIds: readonly number[]): LinkProposal | null {
  const read = schema.safeParse(event);
  if (!read.success) return null;
  const { proposer, requiredNamespaces, optionalNamespaces } = read.data.params;
  const { origin, validation, isScam } = read.data.verifyContext.verified;
  const claimed = originOf(proposer.metadata.url);
  if (claimed === '') return null;
  const isFalse = isScam === true || validation === 'INVALID';
  const ours = new Set(ownChainIds.map((id) => `eip155:${id}`));
  const required = chainsOf(requiredNamespaces);
  const shared = new Set([...required, ...chainsOf(optionalNamespaces)].filter((chain) => ours.has(chain)));
  const needed = Object.values(requiredNamespaces);
  const lacksMethods = needed.some(({ methods }) => methods.some((method) => !LINK_METHODS.includes(method)));
  const lacksNetworks = shared.size === 0 || required.some((chain) => !ours.has(chain));
  return {
    name: onOneLine(proposer.metadata.name).trim().slice(0, NAME_CHARACTERS) || claimed,
    site: claimed,
    isVerified: !isFalse && validation === 'VALID' && originOf(origin) === claimed,
    chainIds: [...shared].map((chain) => Number(chain.slice('eip155:'.length))),
    events: [...new Set([...EVENTS, ...needed.flatMap(({ events }) => events)])],
    problem: isFalse ? 'false' : lacksNetworks ? 'networks' : lacksMethods ? 'methods' : null,
  };
}

/** Returns what a session grants (CAIP-25): one account on the shared networks. */
export const grantOf = ({ chainIds, events }: LinkProposal, account: Address) => ({
  eip155: {
    chains: chainIds.map((id) => `eip155:${id}`),
    accounts: chainIds.map((id) => `eip155:${id}:${account}`),
    methods: [...LINK_METHODS],
    events: [...events],
  },
});
