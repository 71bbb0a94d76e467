import { type Address, isAddressEqual } from 'viem';
import type { MessageBody, MessageReference } from './content';

/** What a message can show. */
export type ShownBody = Extract<MessageBody, { type: 'text' | 'image' | 'transfer' | 'request' | 'dapp' }>;
/** What changes another message. */
export type ChangeBody = Extract<MessageBody, { type: 'reaction' | 'edit' | 'delete' }>;

/** A message as it is shown, after edits, deletions, and reactions. */
export type Message = {
  id: string;
  by: Address;
  /** When the sender says that it was sent, in ms since the epoch. */
  at: number;
  /** The latest text, or the image, transfer, request, or DApp. Null if the sender deleted it. */
  body: ShownBody | null;
  isEdited: boolean;
  /** One reaction per account, in the order in which they came. */
  reactions: readonly { by: Address; emoji: string }[];
};

export const isShown = (body: MessageBody): body is ShownBody =>
  body.type === 'text' ||
  body.type === 'image' ||
  body.type === 'transfer' ||
  body.type === 'request' ||
  body.type === 'dapp';
export const isChange = (body: MessageBody): body is ChangeBody =>
  body.type === 'reaction' || body.type === 'edit' || body.type === 'delete';

/** Returns the message that a change is about. Edits and deletions are about the sender's own. */
export const targetOf = (by: Address, body: ChangeBody): MessageReference =>
  body.type === 'reaction' ? body.to : { by, id: body.to };

/** Returns whether a reference is to a message. IDs are unique together with their sender only. */
export const refersTo = (message: Pick<Message, 'id' | 'by'>, { by, id }: MessageReference): boolean =>
  message.id === id && message.by.toLowerCase() === by.toLowerCase();

/** Returns a message after a change that an account made to it. */
export function changeMessage<Known extends Message>(message: Known, by: Address, body: ChangeBody): Known {
  // A deleted message stays deleted, also if an edit or a reaction comes later.
  if (message.body === null) return message;
  if (body.type === 'delete') return { ...message, body: null, isEdited: false, reactions: [] };
  if (body.type === 'edit')
    return message.body.type === 'text'
      ? { ...message, body: { ...message.body, text: body.text }, isEdited: true }
      : message;
  const others = message.reactions.filter((reaction) => !isAddressEqual(reaction.by, by));
  return {
    ...message,
    reactions: body.emoji === null ? others : [...others, { by, emoji: body.emoji }],
  };
}
