import { type Address, isAddressEqual } from 'viem';
import type { MessageBody, MessageReference } from './content';

/** Bodies that are shown as messages. */
export type ShownBody = Extract<MessageBody, { type: 'text' | 'image' | 'transfer' | 'request' | 'dapp' }>;
/** Bodies that change another message. */
export type ChangeBody = Extract<MessageBody, { type: 'reaction' | 'edit' | 'delete' }>;

/** A message after its edits, deletion, and reactions. */
export type Message = {
  id: string;
  by: Address;
  /** Sending time by the sender's clock, in ms since the epoch. */
  at: number;
  /** The latest text, or the image, transfer, request, or DApp. Null if the sender deleted it. */
  body: ShownBody | null;
  isEdited: boolean;
  /** One reaction per account, in order of arrival. */
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

/** Returns the message that a change applies to. Edits and deletions always apply to the sender's own messages. */
export const targetOf = (by: Address, body: ChangeBody): MessageReference =>
  body.type === 'reaction' ? body.to : { by, id: body.to };

/** Returns whether a reference points to a message. IDs are unique only in combination with their sender. */
export const refersTo = (message: Pick<Message, 'id' | 'by'>, { by, id }: MessageReference): boolean =>
  message.id === id && message.by.toLowerCase() === by.toLowerCase();

/** Returns a message with an account's change applied. */
export function changeMessage<Known extends Message>(message: Known, by: Address, body: ChangeBody): Known {
  // Deletion is final, even if an edit or a reaction arrives later.
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
