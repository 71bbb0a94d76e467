import type { Address } from 'viem';
import { type RecipientRead, readRecipient } from '@/lib/wallet/contacts/recipient';
import { nameLike, useEnsResolver } from '@/lib/wallet/ens/use-ens';

/**
 * React hook that returns a function parsing a recipient as
 * `readRecipient` does, and recognizing ENS names if a chain has ENS.
 */
export function useReadRecipient(): (text: string, ours: readonly Address[]) => RecipientRead {
  const hasNames = useEnsResolver() !== null;
  return (text, ours) =>
    hasNames && nameLike(text) !== null ? { problem: 'name' } : readRecipient(text, ours);
}
