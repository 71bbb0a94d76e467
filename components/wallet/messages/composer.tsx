import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { TextButton } from '@/components/wallet/display/text-button';
import { MAX_TEXT_LENGTH } from '@/lib/messages/protocol/content';
import type { MessageView } from '@/lib/messages/protocol/view-types';
import { useBodyText } from './conversation-text';

/** The remaining characters are shown once fewer than this number are left. */
const COUNTED_FROM = 200;
/** Delay between the last keystroke and saving the draft, in ms. */
const DRAFT_DELAY_MS = 400;

/** Purpose of the composer: a new message, a reply, or an edit of one of the user's messages. */
export type Composing = { kind: 'new' } | { kind: 'reply' | 'edit'; message: MessageView };

/** Message field. With a physical keyboard, Enter sends the message and Shift+Enter starts a new line. */
export function Composer({
  draft,
  composing,
  replyName,
  stop,
  onSend,
  onMoney,
  onDapp,
  onImage,
  onCancel,
  onDraft,
  onTyping,
}: {
  /** The saved draft. */
  draft: string;
  composing: Composing;
  /** Sender of the message that is replied to. */
  replyName: string;
  /** Why sending is disabled, or null. The text stays editable. */
  stop: string | null;
  /** Resolves to false if the text must be kept. */
  onSend: (text: string) => Promise<boolean>;
  /** Opens the form to send or request tokens. Null if unavailable. */
  onMoney: ((kind: 'send' | 'request') => void) | null;
  /** Opens the list of DApps to share. Null if there are none. */
  onDapp: (() => void) | null;
  /** Called with a chosen or pasted file. Null if images can't be sent. */
  onImage: ((file: File) => void) | null;
  onCancel: () => void;
  onDraft: (text: string) => void;
  onTyping: () => void;
}) {
  const t = useTranslations('wallet.messages.composer');
  const images = useTranslations('wallet.messages.image');
  const bodyText = useBodyText();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const isEdit = composing.kind === 'edit';
  const edited = isEdit ? composing.message.body : null;
  const [text, setText] = useState(edited?.type === 'text' ? edited.text : draft);
  const [isSending, setSending] = useState(false);
  const left = MAX_TEXT_LENGTH - text.length;

  useLayoutEffect(() => {
    // Grows the field with its text, up to the maximum in CSS.
    const element = field.current;
    if (!element) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight + 2}px`;
  });
  useEffect(() => {
    if (composing.kind !== 'new') field.current?.focus();
  }, [composing]);
  const store = useEffectEvent(() => onDraft(text));
  useEffect(() => {
    if (isEdit || text === draft) return;
    const timer = setTimeout(() => store(), DRAFT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [text, draft, isEdit]);
  // Don't save text that is being sent as a draft.
  const leave = useEffectEvent(() => {
    if (!isEdit && !isSending && text !== draft) onDraft(text);
  });
  useEffect(() => () => leave(), []);

  const isSendable = text.trim() !== '' && left >= 0 && stop === null && !isSending;
  const send = async () => {
    if (!isSendable) return;
    setSending(true);
    const isDone = await onSend(text);
    setSending(false);
    if (isDone) setText('');
    field.current?.focus();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      className="grid gap-2 border-t border-line bg-paper pt-3"
    >
      {composing.kind === 'new' ? null : (
        <div className="flex items-center justify-between gap-3 border-s-2 border-water ps-3 text-sm">
          <p className="grid min-w-0">
            <span className="text-muted">{isEdit ? t('editing') : t('replyingTo', { name: replyName })}</span>
            <bdi className="truncate">{bodyText(composing.message.body)}</bdi>
          </p>
          <TextButton onClick={onCancel}>{t('cancel')}</TextButton>
        </div>
      )}
      <div className="flex items-end gap-2">
        <label htmlFor={id} className="sr-only">
          {t('label')}
        </label>
        <textarea
          ref={field}
          id={id}
          rows={1}
          value={text}
          placeholder={t('placeholder')}
          enterKeyHint="send"
          aria-describedby={`${id}-note`}
          onChange={({ target }) => {
            setText(target.value);
            if (target.value !== '') onTyping();
          }}
          onPaste={(event) => {
            const [file] = event.clipboardData.files;
            // Text copied from some apps comes with an image of the text.
            if (!file || !onImage || event.clipboardData.types.includes('text/plain')) return;
            event.preventDefault();
            onImage(file);
          }}
          onKeyDown={(event) => {
            // Enter confirms the composition in an input method, for example for Chinese.
            if (event.nativeEvent.isComposing) return;
            if (event.key === 'Escape' && composing.kind !== 'new') {
              event.stopPropagation();
              onCancel();
            }
            if (event.key !== 'Enter' || event.shiftKey || matchMedia('(pointer: coarse)').matches) return;
            event.preventDefault();
            void send();
          }}
          className="max-h-40 min-h-12 w-full min-w-0 resize-none rounded-sharp border border-edge bg-raised px-3.5 py-2.5"
        />
        <Button type="submit" variant="primary" aria-disabled={!isSendable} className="shrink-0">
          {isEdit ? t('save') : t('send')}
        </Button>
      </div>
      {onImage && !isEdit ? (
        <input
          ref={picker}
          type="file"
          name="image"
          accept="image/png,image/jpeg,image/webp,image/gif"
          hidden
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            target.value = '';
            if (file) onImage(file);
          }}
        />
      ) : null}
      {isEdit ? null : (
        <div className="flex flex-wrap gap-x-5 empty:hidden">
          {onImage ? (
            <TextButton opensDialog onClick={() => picker.current?.click()}>
              {images('add')}
            </TextButton>
          ) : null}
          {onMoney && composing.kind === 'new' ? (
            <>
              <TextButton opensDialog onClick={() => onMoney('send')}>
                {t('sendTokens')}
              </TextButton>
              <TextButton opensDialog onClick={() => onMoney('request')}>
                {t('requestTokens')}
              </TextButton>
            </>
          ) : null}
          {onDapp && composing.kind === 'new' ? (
            <TextButton opensDialog onClick={onDapp}>
              {t('shareDapp')}
            </TextButton>
          ) : null}
        </div>
      )}
      <p id={`${id}-note`} aria-live="polite" className="min-h-5 text-xs text-muted">
        {stop ?? (left < COUNTED_FROM ? t(left < 0 ? 'tooLong' : 'left', { count: Math.abs(left) }) : null)}
      </p>
    </form>
  );
}
