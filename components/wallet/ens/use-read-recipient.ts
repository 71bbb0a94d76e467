import type { Address } from 'viem';
import { nameLike } from '@/lib/chain/ens/name-like';
import { useEnsPlace } from '@/lib/chain/ens/use-ens';
import { type RecipientRead, readRecipient } from '@/lib/chain/recipient';

/** Reads a typed recipient as `readRecipient` does, and knows a name where a chain has ENS. */
export function useReadRecipient(): (text: string, ours: readonly Address[]) => RecipientRead {
  const hasNames = useEnsPlace() !== null;
  return (text, ours) =>
    hasNames && nameLike(text) !== null ? { problem: 'name' } : readRecipient(text, ours);
}
