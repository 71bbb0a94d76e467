import { type Address, isAddressEqual } from 'viem';
import { applyContent } from '@/lib/messages/core/apply-content';
import { requireConversation } from '@/lib/messages/core/conversations';
import type { Engine } from '@/lib/messages/core/engine';
import { identityOf, recordReportedHeads } from '@/lib/messages/members/identity';
import type { ConversationId } from '@/lib/messages/protocol/view-types';
import type { StoredGroup } from '@/lib/messages/storage/records';
/** Records the log heads that members reported before the user accepted the conversation. */
export async function recordRequestHeads(
  engine: Engine,
  id: ConversationId,
  accounts: readonly Address[],
): Promise<void> {
  const { requestHeads } = await requireConversation(engine, id);
  if (requestHeads.length === 0) return;
  await engine.write(async (batch) => {
    const present = await requireConversation(engine, id, batch);
    for (const { by, ...head } of present.requestHeads)
      await recordReportedHeads(engine, batch, { conversation: id, by, heads: [head], accounts });
    batch.put('conversations', id, { ...present, requestHeads: [] });
  });
}

/**
 * Applies the content that members sent before the user accepted the conversation, and whose devices have turned out to
 * be active. Their logs have to be read before.
 */
export async function applyRequestContent(
  engine: Engine,
  id: ConversationId,
  group: StoredGroup,
): Promise<void> {
  // One at a time, because a change applies only to a message that is already stored.
  for (let isDone = false; !isDone; )
    isDone = await engine.write(async (batch) => {
      const present = await requireConversation(engine, id, batch);
      const [first, ...requestContent] = present.requestContent;
      if (!first) return true;
      const conversation = { ...present, requestContent };
      batch.put('conversations', id, conversation);
      const { account: by, deviceKey } = first.by;
      const { blocked } = await engine.settings(batch);
      const { active } = await identityOf(engine, by, batch);
      const isActive = active.some((key) => key === deviceKey);
      if (isActive && !blocked.some((one) => isAddressEqual(one, by)))
        await applyContent(engine, batch, {
          conversation,
          group,
          by,
          content: first.content,
          state: engine.isSelf(by) ? { kind: 'sent' } : { kind: 'received' },
        });
      return false;
    });
}
