import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { sampleAddress } from '@/components/wallet/frame/sample-data';
import { SampleFrame } from '@/components/wallet/frame/start-preview';
import { shortAddress } from '@/lib/evm/address';
import type { MessageView } from '@/lib/messages/protocol/view-types';
import { MessageBubble } from './message-bubble';

const account = sampleAddress(61);
const friend = sampleAddress(62);
const MINUTE_MS = 60_000;

const lines = [
  { text: 'question', by: friend, minutesAgo: 41, reaction: null },
  { text: 'answer', by: account, minutesAgo: 38, reaction: '👍' },
  { text: 'thanks', by: friend, minutesAgo: 12, reaction: null },
] as const;

/** Sample of a conversation. */
export function SampleMessages() {
  const t = useTranslations('wallet.messages.sample');
  const about = useTranslations('wallet.preview.about');
  const [now] = useState(() => Date.now());
  return (
    <SampleFrame about={about('messages')}>
      <p className="border-b border-line pb-3 text-lg">{shortAddress(friend)}</p>
      <ol className="grid gap-3">
        {lines.map(({ text, by, minutesAgo, reaction }, sequence) => {
          const isOwn = by === account;
          const message: MessageView = {
            kind: 'message',
            sequence,
            reference: { by, id: text },
            by,
            isOwn,
            at: now - minutesAgo * MINUTE_MS,
            body: { type: 'text', text: t(text) },
            isEdited: false,
            reactions: reaction ? [{ emoji: reaction, by: [friend] }] : [],
            state: isOwn ? { kind: 'sent' } : { kind: 'received' },
            readBy: [],
          };
          return (
            <li key={text}>
              <MessageBubble
                account={account}
                message={message}
                name={shortAddress(by)}
                isNameShown={false}
                quote={undefined}
                nameOf={shortAddress}
                actions={null}
              />
            </li>
          );
        })}
      </ol>
    </SampleFrame>
  );
}
