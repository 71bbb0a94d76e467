import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import type { Address } from 'viem';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import type { Messenger } from '@/lib/messages/messenger-type';
import { MAX_NAME_LENGTH, tidyRoomName } from '@/lib/messages/protocol/content';
import type { ConversationId } from '@/lib/messages/protocol/view-types';
import type { PayLists } from '@/lib/wallet/pay/pay-params';
import { type PeoplePickerHandle, RecentPeoplePicker } from './people-picker';
import { useMessengerAction } from './use-messenger-action';
import { usePersonName } from './use-person-name';

/** Dialog to start a conversation with one account, or a room with several. */
export function NewConversation({
  isOpen,
  messenger,
  lists,
  onClose,
  onOpened,
}: {
  isOpen: boolean;
  messenger: Messenger;
  lists: PayLists;
  onClose: () => void;
  onOpened: (id: ConversationId) => void;
}) {
  const t = useTranslations('wallet.messages.start');
  const nameOf = usePersonName(messenger.account);
  const { run, isRunning } = useMessengerAction();
  const [chosen, setChosen] = useState<readonly Address[]>([]);
  const [name, setName] = useState('');
  const [isTried, setTried] = useState(false);
  const picker = useRef<PeoplePickerHandle>(null);
  const isRoom = chosen.length > 1;
  const tidied = tidyRoomName(name);
  const start = () => {
    const people = picker.current?.addTyped();
    if (!people) return;
    setTried(true);
    const [first, ...others] = people;
    if (!first || (others.length > 0 && tidied === null)) return;
    void run(async () => {
      const id =
        others.length > 0
          ? await messenger.createRoom(tidied ?? '', people)
          : await messenger.openDirect(first);
      setChosen([]);
      setName('');
      setTried(false);
      onOpened(id);
    });
  };
  return (
    <Dialog open={isOpen} onClose={onClose} title={t('title')} closeLabel={t('close')}>
      <div className="grid gap-6 pb-2">
        <p className="text-sm text-muted">{t('lead')}</p>
        <RecentPeoplePicker
          ref={picker}
          lists={lists}
          chosen={chosen}
          excluded={[]}
          nameOf={nameOf}
          onChange={setChosen}
        />
        {isRoom ? (
          <Field
            label={t('room')}
            hint={t('roomHint')}
            value={name}
            onChange={setName}
            maxLength={MAX_NAME_LENGTH}
            autoComplete="off"
            {...(isTried && tidied === null ? { error: t('roomEmpty') } : {})}
          />
        ) : null}
        <div className="dialog-action grid gap-2">
          <Button variant="primary" aria-disabled={isRunning} onClick={start}>
            {isRoom ? t('create', { count: chosen.length + 1 }) : t('write')}
          </Button>
          <p aria-live="polite" className="text-sm text-error empty:hidden">
            {isTried && chosen.length === 0 ? t('nobody') : null}
          </p>
        </div>
      </div>
    </Dialog>
  );
}
