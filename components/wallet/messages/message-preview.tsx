import { useTimeZone } from 'next-intl';
import type { Address } from 'viem';
import { dayAt } from '@/lib/format/zoned-time';
import type { ConversationView, LastMessage } from '@/lib/messages/protocol/view-types';
import { minedAt } from '@/lib/messages/views/payment-claim';
import type { PayLists } from '@/lib/wallet/pay/pay-params';
import { useConversationText } from './conversation-text';
import {
  checkClaim,
  type TransferBody,
  useClaimed,
  useExactAmount,
  useRequestText,
} from './message-payments';

type Shown = { conversation: ConversationView; account: Address };

/** Preview of a payment. It has an amount once the chain shows that the message is right about a payment of its day. */
function PaymentPreview({
  conversation,
  account,
  message: { by, at, isRepeated },
  body,
}: Shown & { message: LastMessage; body: TransferBody }) {
  const { preview } = useConversationText(account);
  const exact = useExactAmount();
  const timeZone = useTimeZone();
  const receipt = useClaimed({ body, by });
  const amount = (): string | null => {
    if (receipt.state !== 'mined' || receipt.facts.status === 'reverted') return null;
    if (dayAt(minedAt(receipt.facts), timeZone) !== dayAt(at, timeZone)) return null;
    const { peer, participants } = conversation;
    const people = peer ? [account, peer] : participants.map((one) => one.account);
    const { paid, oddity } = checkClaim(receipt, { body, by, isRepeated, people, asked: null });
    return paid && oddity === null ? exact(paid.amount, paid.token) : null;
  };
  return preview(conversation, amount());
}

/**
 * One-line preview of a conversation's latest message. Payments of strangers aren't read, as in the conversation
 * itself.
 */
export function MessagePreview({ lists, ...shown }: Shown & { lists: PayLists }) {
  const { conversation, account } = shown;
  const { preview } = useConversationText(account);
  const requestText = useRequestText();
  const { lastMessage, isRequest } = conversation;
  const body = lastMessage?.body;
  if (lastMessage && body?.type === 'transfer' && !isRequest)
    return <PaymentPreview {...shown} message={lastMessage} body={body} />;
  return preview(conversation, body?.type === 'request' ? requestText(body, lists) : null);
}
