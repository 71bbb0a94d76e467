import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { ErrorBoundary } from '@/components/ui/error-boundary';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { TextButton } from '@/components/wallet/display/text-button';
import type { Messenger } from '@/lib/messages/messenger-type';
import type { ConversationView } from '@/lib/messages/protocol/view-types';
import { ConfirmAction } from './confirm-action';
import { useConversationText } from './conversation-text';
import { useMessengerAction } from './use-messenger-action';

type Props = { messenger: Messenger; conversation: ConversationView; onBack: () => void };

function Failure({ messenger, conversation, onBack, onRetry }: Props & { onRetry: () => void }) {
  const t = useTranslations('wallet.messages');
  const { title } = useConversationText(messenger.account);
  const { run } = useMessengerAction();
  const name = title(conversation);
  return (
    <section aria-label={name} className="grid content-start justify-items-start gap-5">
      <div className="lg:hidden">
        <TextButton onClick={onBack}>{t('back')}</TextButton>
      </div>
      <h2 className="max-w-full truncate text-lg">
        <bdi>{name}</bdi>
      </h2>
      <RetryAlert message={t('cannotShow')} retryLabel={t('retry')} onRetry={onRetry} />
      <ConfirmAction
        label={t('details.delete')}
        question={t('details.deleteQuestion')}
        confirm={t('details.delete')}
        keep={t('details.keep')}
        onConfirm={() =>
          void run(() => messenger.deleteConversation(conversation.id)).then((isDone) => isDone && onBack())
        }
      />
    </section>
  );
}

/**
 * Error boundary for one conversation. A reload would open the same conversation again, so the fallback offers to
 * delete it.
 */
export function ConversationBoundary({ children, ...props }: Props & { children: ReactNode }) {
  return (
    <ErrorBoundary fallback={(retry) => <Failure {...props} onRetry={retry} />}>{children}</ErrorBoundary>
  );
}
