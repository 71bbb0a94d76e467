import type { Address } from 'viem';
import type { SpenderNature } from '@/lib/wallet/approvals/approval-events';
import type { Finding } from './finding';

/** What is known about an address: the user's own account, a listed contract, a listed token, or a contact. */
export type Known =
  | { kind: 'own' }
  | { kind: 'contract'; name: string }
  | { kind: 'token'; symbol: string }
  | { kind: 'contact'; name: string }
  /** Somebody in the conversation that is open. */
  | { kind: 'person'; name: string };

/** Values of the descriptors' enumerations. Their messages are under `wallet.signing.choice`. */
export const choices = ['Active', 'Frozen', 'Closed'] as const;

export type FactValue =
  | { kind: 'address'; address: Address; known: Known | null; nature: SpenderNature | null }
  /** Amount in base units. It is shown unconverted if the token's decimals are unknown. */
  | { kind: 'amount'; raw: bigint; token: { symbol: string; decimals: number } | null }
  | { kind: 'unlimited'; symbol: string | null }
  | { kind: 'allNfts' }
  /** NFTs of a collection that the other side of an order chooses. */
  | { kind: 'anyNft'; count: bigint }
  /** Seconds since the epoch, or null for "never". */
  | { kind: 'time'; seconds: bigint | null }
  | { kind: 'duration'; seconds: bigint }
  /** `name` is null if the network is not configured. */
  | { kind: 'network'; chainId: number | bigint; name: string | null }
  | { kind: 'choice'; choice: (typeof choices)[number] }
  | { kind: 'text'; text: string };

/** Labels of facts. Their messages are under `wallet.signing.fact`. */
export type FactLabel =
  | 'chain'
  | 'from'
  | 'to'
  | 'value'
  | 'nonce'
  | 'transferNonce'
  | 'method'
  | 'token'
  | 'collection'
  | 'tokenId'
  | 'amount'
  | 'fee'
  | 'refund'
  | 'minimum'
  | 'term'
  | 'pledge'
  | 'duration'
  | 'maturity'
  | 'pledged'
  | 'interest'
  | 'penalty'
  | 'comesBack'
  | 'spender'
  | 'access'
  | 'formerSpender'
  | 'until'
  | 'owner'
  | 'recoveryAddress'
  | 'delay'
  | 'count'
  | 'card'
  | 'cardStatus'
  | 'perDay'
  | 'perMonth'
  | 'offlinePerMonth'
  | 'perDayUnits'
  | 'perMonthUnits'
  | 'offlinePerMonthUnits'
  | 'overCapture'
  | 'signatureNonce'
  | 'name'
  | 'version'
  | 'contract'
  | 'salt'
  | 'kind'
  | 'gives'
  | 'gets'
  | 'paidTo'
  | 'site'
  | 'uri'
  | 'account'
  | 'statement'
  | 'issued'
  | 'notBefore'
  | 'resource'
  | 'describedBy'
  | 'leftOut';

export type Fact =
  | { label: FactLabel; value: FactValue }
  /** A field of the request, labeled with its own name, and its nesting depth. */
  | {
      field: string;
      depth: number;
      value: FactValue;
      /** Whether a descriptor's author wrote the name, instead of a programmer. */
      isLabel?: true;
    };

export type GroupTitle =
  | 'transaction'
  | 'allowance'
  | 'revocation'
  | 'leaves'
  | 'moves'
  | 'call'
  | 'description'
  | 'aboutDescription'
  | 'domain'
  | 'content'
  | 'order'
  | 'signIn';

export type Group = {
  title: GroupTitle;
  facts: readonly Fact[];
  /** What a descriptor's author says that the request does, with the values in it. */
  sentence?: readonly (string | FactValue)[];
};

/** A signature request prepared for display: the findings about it, and its contents. */
export type Reading = { findings: readonly Finding[]; groups: readonly Group[] };

/** Returns the value of the first fact with a label. */
export const factOf = ({ facts }: Pick<Group, 'facts'>, label: FactLabel): FactValue | undefined =>
  facts.find((fact) => 'label' in fact && fact.label === label)?.value;

export const textFact = (label: FactLabel, text: string): Fact => ({ label, value: { kind: 'text', text } });
