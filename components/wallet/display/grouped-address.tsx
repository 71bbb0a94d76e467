import type { Address } from 'viem';

/**
 * Shows a full address in groups for comparison, and marks the groups that differ from `other`. Copied text has no
 * gaps.
 */
export function GroupedAddress({ address, other }: { address: Address; other?: Address }) {
  const groups = (full: string) => full.slice(2).match(/.{4}/g) ?? [];
  const others = other ? groups(other) : null;
  return (
    <span className="font-mono text-sm">
      <span className="me-1 inline-block text-muted">0x</span>
      {groups(address).map((group, index) => {
        const differs = others !== null && others[index]?.toLowerCase() !== group.toLowerCase();
        return (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a group is identified by its position
            key={index}
            className={`me-1.5 inline-block last:me-0 ${differs ? 'font-bold underline underline-offset-4' : ''}`}
          >
            {group}
          </span>
        );
      })}
    </span>
  );
}
