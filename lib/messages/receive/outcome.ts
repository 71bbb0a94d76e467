import type { Address } from 'viem';
import type { Engine } from '@/lib/messages/core/engine';
import type { SpentKeys } from '@/lib/messages/mls/group';
import type { Batch } from '@/lib/messages/storage/store';

/** What became of an inbox item. `isAdvanced`: pending items of its group may be applicable now. */
export type Outcome =
  | { kind: 'done'; spent: SpentKeys; isAdvanced: boolean }
  /** It depends on an item that hasn't arrived. */
  | { kind: 'pending'; by?: Address | null; isActive?: boolean }
  /** The server repeats items that weren't acknowledged, for example after a crash. Those don't count as rejected. */
  | { kind: 'refused'; isRepeated: boolean };
export const refused: Outcome = { kind: 'refused', isRepeated: false };
export const repeated: Outcome = { kind: 'refused', isRepeated: true };

/** Counts an item from the server that was rejected. */
export async function countRefused(engine: Engine, batch: Batch): Promise<void> {
  const settings = await engine.settings(batch);
  batch.put('settings', 'settings', { ...settings, refusedItems: settings.refusedItems + 1 });
}
