import type { Address } from 'viem';
import type { ImageFile } from '@/lib/messages/protocol/content';
import type { ConversationView, MessageView } from '@/lib/messages/protocol/view-types';

/** The other account, in conversations of the tests of components. */
export const FRIEND: Address = '0x00000000000000000000000000000000000000b1';

/** Returns a message of the other account. `change` replaces fields. */
export const messageView = (change: Partial<MessageView> = {}): MessageView => ({
  kind: 'message',
  sequence: 1,
  reference: { by: change.by ?? FRIEND, id: '11'.repeat(16) },
  by: FRIEND,
  isOwn: false,
  at: 0,
  body: { type: 'text', text: 'On my way' },
  isEdited: false,
  reactions: [],
  state: { kind: 'received' },
  readBy: [],
  ...change,
});

/** Returns a room without people, in which nothing was said. `change` replaces fields. */
export const conversationView = (change: Partial<ConversationView> = {}): ConversationView => ({
  id: 'one',
  kind: 'room',
  peer: null,
  name: 'Harbor',
  participants: [],
  ownRole: 'member',
  lastMessage: null,
  lastCall: null,
  at: 0,
  unread: 0,
  inviteEnds: null,
  isMuted: false,
  isBlocked: false,
  isRequest: false,
  invitedBy: null,
  identity: [],
  isVerified: false,
  draft: '',
  typing: [],
  ...change,
});

/** An image as its message describes it. */
export const IMAGE_FILE: ImageFile = {
  id: '3c'.repeat(16),
  key: 'ab'.repeat(32),
  sha256: 'cd'.repeat(32),
  size: 1_000,
  mediaType: 'image/webp',
  width: 640,
  height: 480,
};
