import { type Address, isAddressEqual } from 'viem';
import type { MessageBody, MessageContent, MessageReference } from './content';

/** A message as it is shown, after edits, deletions, and reactions. */
export type Message = {
  id: string;
  by: Address;
  /** When the sender says that it was sent, in ms since the epoch. */
  at: number;
  /** The latest text, transfer, or request. Null if the sender deleted it. */
  body: Extract<MessageBody, { type: 'text' | 'transfer' | 'request' }> | null;
  isEdited: boolean;
  /** One reaction per account, in the order in which they came. */
  reactions: readonly { by: Address; emoji: string }[];
};

/**
 * A conversation's messages in the order in which this device received them, which is the order of the server for all
 * of its members. Reactions, edits, and deletions that came before their message wait for it.
 */
export type Timeline = {
  messages: readonly Message[];
  early: readonly { by: Address; content: MessageContent }[];
};

export const emptyTimeline: Timeline = { messages: [], early: [] };

/** Maximum number of changes that wait for their message, so that nobody can fill the memory with them. */
const MOST_EARLY = 200;

const isMessage = (message: Message, by: Address, id: string) =>
  message.id === id && isAddressEqual(message.by, by);

/** Returns the message that a change is about. Edits and deletions are about the sender's own. */
function targetOf(by: Address, body: MessageBody): { by: string; id: string } | null {
  switch (body.type) {
    case 'edit':
    case 'delete':
      return { by, id: body.to };
    case 'reaction':
      return body.to;
    default:
      return null;
  }
}

function changed(message: Message, by: Address, body: MessageBody): Message {
  // A deleted message stays deleted, also if an edit or a reaction comes later.
  if (message.body === null) return message;
  if (body.type === 'delete') return { ...message, body: null, isEdited: false, reactions: [] };
  if (body.type === 'edit')
    return message.body.type === 'text'
      ? { ...message, body: { ...message.body, text: body.text }, isEdited: true }
      : message;
  if (body.type !== 'reaction') return message;
  const others = message.reactions.filter((reaction) => !isAddressEqual(reaction.by, by));
  return {
    ...message,
    reactions: body.emoji === null ? others : [...others, { by, emoji: body.emoji }],
  };
}

const refersTo = (message: Message, { by, id }: { by: string; id: string }) =>
  message.id === id && message.by.toLowerCase() === by.toLowerCase();

/** Adds a received message to a timeline, or applies the change that it makes. A repeated message changes nothing. */
export function addToTimeline(
  { messages, early }: Timeline,
  { by, content }: { by: Address; content: MessageContent },
): Timeline {
  const { body, id, at } = content;
  const target = targetOf(by, body);
  if (target) {
    if (!messages.some((message) => refersTo(message, target)))
      return { messages, early: [...early, { by, content }].slice(-MOST_EARLY) };
    return {
      messages: messages.map((message) => (refersTo(message, target) ? changed(message, by, body) : message)),
      early,
    };
  }
  if (body.type !== 'text' && body.type !== 'transfer' && body.type !== 'request') return { messages, early };
  if (messages.some((message) => isMessage(message, by, id))) return { messages, early };
  const added: Message = { id, by, at, body, isEdited: false, reactions: [] };
  const waited = early.filter((one) => {
    const about = targetOf(one.by, one.content.body);
    return about !== null && refersTo(added, about);
  });
  return {
    messages: [
      ...messages,
      waited.reduce((message, one) => changed(message, one.by, one.content.body), added),
    ],
    early: early.filter((one) => !waited.includes(one)),
  };
}

/** Returns the message that another one refers to, or undefined if this device doesn't have it. */
export const findMessage = ({ messages }: Timeline, reference: MessageReference): Message | undefined =>
  messages.find((message) => refersTo(message, reference));
