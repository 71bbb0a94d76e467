import { AccountMessenger, type MessengerOptions } from './account-messenger';
import { addNotices } from './core/apply-content';
import { setBlocked } from './core/blocks';
import { directConversation, groupsOf, requireConversation } from './core/conversations';
import { Engine } from './core/engine';
import { forgetJoinRequests } from './core/invites';
import { discard, retry } from './core/outgoing';
import { closeRequest, hasHistory, requireRequest } from './core/requests';
import { conversationOfTransfer, recordRequestTransfers } from './core/transfers';
import { enqueueImage, readImage } from './images/upload-images';
import { forgetUnlisted } from './members/device-trust';
import { listDevices, renewDevice, revokeDevice, startDevice } from './members/devices';
import { mainGroup } from './members/groups';
import { acceptIdentity } from './members/identity';
import type { Messenger } from './messenger-type';
import { MAX_TEXT_LENGTH } from './protocol/content';
import { MessengerError } from './protocol/messenger-error';
import { codeOf, devicesOf, securityCode } from './protocol/security-code';
import type { ConversationId } from './protocol/view-types';
import { settleCalls } from './receive/calls';
import { retryPendingSoon } from './receive/inbox';
import {
  addMembers,
  createRoom,
  dismissInvitation,
  inviteCode,
  joinByInvite,
  leaveRoom,
  readInvite,
  removeMember,
  rename,
  setRole,
  withdrawInvite,
} from './send/rooms';
import { sendSignal } from './send/signals';
import { exportHistory, importHistory } from './views/backup';
import { searchMessages } from './views/search';
import { openTimeline } from './views/timeline-handle';

const validText = (text: string): string => {
  if (text.trim() === '' || text.length > MAX_TEXT_LENGTH) throw new MessengerError('invalid');
  return text;
};

/** Returns the actions of a messenger. */
function actionsOf(messenger: AccountMessenger): Messenger {
  const { engine, change, enqueue, online } = messenger;
  const inConversation = <T>(id: ConversationId, work: () => Promise<T>) =>
    online(() => engine.withConversation(id, work));
  const inAccount = <T>(work: () => Promise<T>) => online(() => engine.withInbox(work));
  const main = async (id: ConversationId) => mainGroup(engine, await requireConversation(engine, id));
  return {
    account: engine.account,
    subscribe: messenger.subscribe,
    getSnapshot: messenger.getSnapshot,
    sync: messenger.sync,
    refresh: messenger.refresh,
    close: messenger.close,

    startDevice: async (signer) => {
      await inAccount(() => startDevice(engine, signer));
      await messenger.sync();
    },
    renewDevice: async (signer) => {
      await inAccount(() => renewDevice(engine, signer));
      await messenger.sync();
    },
    devices: () => listDevices(engine),
    revokeDevice: async (deviceKey, signer) => {
      await inAccount(() => revokeDevice(engine, deviceKey, signer));
      await messenger.sync();
    },

    openDirect: (peer) =>
      engine.write(async (batch) => {
        if (engine.isSelf(peer)) throw new MessengerError('invalid');
        const conversation = await directConversation(engine, batch, peer);
        // Nobody has written in it, but the person has used a link that names the account.
        const isRequest = conversation.isRequest && conversation.nextSequence > 0;
        const opened = { ...conversation, isRequest, isHidden: false, at: engine.now() };
        if (conversation.isHidden) batch.put('conversations', conversation.id, opened);
        return conversation.id;
      }),
    createRoom: (name, accounts) => online(() => createRoom(engine, name, accounts)),
    addMembers: (id, accounts) => inConversation(id, () => addMembers(engine, id, accounts)),
    removeMember: (id, account) => inConversation(id, () => removeMember(engine, id, account)),
    leave: (id) => inConversation(id, () => leaveRoom(engine, id)),
    setRole: (id, account, role) => inConversation(id, () => setRole(engine, id, { account, role })),
    rename: (id, name) => inConversation(id, () => rename(engine, id, name)),
    inviteCode: (id) => inviteCode(engine, id),
    withdrawInvite: (id) => withdrawInvite(engine, id),
    readInvite,
    joinByInvite: (code) => online(() => joinByInvite(engine, code)),
    dismissInvitation: (inviter) => dismissInvitation(engine, inviter),
    acceptRequest: async (id, by) => {
      await engine.write(async (batch) => {
        const present = await requireRequest(engine, batch, { id, by });
        await recordRequestTransfers(engine, batch, present);
        const accepted = {
          isRequest: false,
          requestSize: 0,
          acceptedRoles: 'ofGroup' as const,
          isLeftBefore: false,
        };
        const conversation = { ...present, ...accepted };
        if (present.kind === 'room')
          addNotices(engine, batch, { conversation, by: engine.account, events: [{ type: 'joined' }] });
        else batch.put('conversations', id, conversation);
      });
      // Adds this account's other devices, which waited for it.
      void messenger.sync();
    },
    declineRequest: async (id, by) => {
      const close = async () => {
        const isKept = await engine.write(async (batch) => {
          const present = await requireRequest(engine, batch, { id, by });
          const hasEarlier = await hasHistory(engine, present);
          const request = { ...present, requestSize: 0 };
          if (hasEarlier) await closeRequest(engine, batch, { request, hasLeft: true });
          // Later invitations to a declined room are requests as well.
          else if (present.kind === 'room') batch.put('conversations', id, { ...present, hasLeft: true });
          for (const groupId of present.groups) await forgetJoinRequests(engine, batch, groupId);
          return hasEarlier;
        });
        if (!isKept) await messenger.forget(id);
      };
      // In one step, so no item arrives in between.
      await inConversation(id, async () => {
        const request = await engine.write((batch) => requireRequest(engine, batch, { id, by }));
        if (request.kind === 'room' && (await groupsOf(engine, request)).length > 0)
          await leaveRoom(engine, id);
        await close();
      });
    },
    deleteConversation: messenger.forget,

    timeline: (id) => openTimeline(engine, id, messenger.onChange),
    send: enqueue,
    sendImage: async (id, image, note = {}) => {
      await enqueueImage(engine, id, { image, note });
      messenger.uploads.start();
    },
    imageProgress: messenger.uploads.progressOf,
    readImage: (id, message) => readImage(engine, id, message),
    react: (id, to, emoji) => enqueue(id, { type: 'reaction', to, emoji }),
    edit: async (id, message, text) => enqueue(id, { type: 'edit', to: message.id, text: validText(text) }),
    deleteMessage: (id, message) => enqueue(id, { type: 'delete', to: message.id }),
    retry: async (id, message) => {
      await retry(engine, id, message);
      await messenger.sync();
    },
    discard: async (id, message) => {
      await discard(engine, id, message);
      engine.announce({ conversations: [id], items: [[id, -1]], hasOthers: false, hasDevice: false });
    },
    setDraft: (id, draft) => change(id, { draft: draft.slice(0, MAX_TEXT_LENGTH) }),
    setTyping: messenger.sendTyping,
    markRead: messenger.markRead,
    setMuted: (id, isMuted) => change(id, { isMuted }),
    setBlocked: (account, isBlocked) => inAccount(() => setBlocked(engine, account, isBlocked)),
    report: async (account, reason, id) => {
      const group = id === undefined ? null : await main(id);
      await engine.api.report(account, reason, group?.groupId ?? null);
    },
    conversationOfTransfer: (transfer) => conversationOfTransfer(engine, transfer),
    search: (text, options) => searchMessages(engine, text, options),
    setSettings: async (settings) => {
      await messenger.changeSettings(settings);
      if (settings.sharedName !== undefined) void messenger.sync();
    },

    onSignal: messenger.onSignal,
    sendSignal: (id, to, signal) => engine.withConversation(id, () => sendSignal(engine, id, { to, signal })),
    noteMissedCall: (id, callId) => settleCalls(engine, { conversation: id, callId }),

    securityCode: async (id) => {
      const devices = devicesOf(await requireConversation(engine, id));
      return devices.length > 0 ? securityCode(devices) : [];
    },
    setVerified: (id, code) =>
      engine.write(async (batch) => {
        const conversation = await requireConversation(engine, id, batch);
        const present = code && (await securityCode(devicesOf(conversation)));
        // A device that came in between was in nobody's code.
        if (code?.join() !== present?.join()) throw new MessengerError('codeChanged');
        batch.put('conversations', id, { ...conversation, verifiedCode: code && codeOf(conversation) });
      }),
    acceptIdentity: async (account, id) => {
      // Items of devices that are missing from the known log are tried again.
      forgetUnlisted(engine);
      retryPendingSoon(engine);
      await acceptIdentity(engine, account, id);
      void messenger.sync();
    },

    exportHistory: (passphrase) => exportHistory(engine, passphrase),
    importHistory: (file, passphrase) => inAccount(() => importHistory(engine, file, passphrase)),
  };
}

/**
 * Opens the messenger of an account in this tab. Close it when the account changes.
 * @throws DOMException if the browser has no storage for the site, for example in a private window.
 */
export async function openMessenger(options: MessengerOptions): Promise<Messenger> {
  let messenger: AccountMessenger | undefined;
  const engine = await Engine.open(options, () => messenger?.outdated());
  messenger = new AccountMessenger(engine, options, await engine.settings());
  await messenger.start();
  return actionsOf(messenger);
}
