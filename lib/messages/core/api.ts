import type { Address, Hex } from 'viem';
import type { z } from 'zod';
import { ApiError, type CallOptions, call, callBytes } from '@/lib/api/client';
import type {
  blockList,
  claimedPackages,
  deviceLog,
  iceServers,
  inbox,
  keyPackageCount,
  logHead,
  sendResult,
} from '@/lib/api/schemas/messages';
import { type UploadOptions, upload } from '@/lib/api/upload';
import type { LogEntry } from '@/lib/messages/protocol/binding-log';
import type { DeviceBinding, DeviceRevocation } from '@/lib/messages/protocol/device-binding';
import { MessengerError, type MessengerReason } from '@/lib/messages/protocol/messenger-error';
import { fromBase64, toBase64 } from '@/lib/messages/storage/cipher';
import type { Inbox } from '@/lib/messages/storage/records';

type Sent = { deviceKey: Hex; groupId: string; epoch: number; content: Uint8Array; to: readonly Hex[] };
export type SentMessage = Sent & { messageId: string; access: Hex };
export type SentCommit = Sent & {
  /** Null for the first epoch, which the server hasn't recorded yet. */
  access: Hex | null;
  nextAccessHash: Hex;
  welcome: { content: Uint8Array; to: readonly Hex[] } | null;
};

/** Maximum number of log entries to read. An honest server stores fewer. */
const MAX_ENTRIES = 1_000;

/** Calls the JSON API. `lib/api/client` in the browser. */
export type ApiCall = <T>(path: string, options?: CallOptions) => Promise<T>;

/** Uploads and downloads images. `lib/api` in the browser. */
export type FileCalls = {
  upload: (path: string, file: File, options: UploadOptions) => Promise<unknown>;
  /** Resolves to null if the response exceeds the limit. */
  download: (
    path: string,
    options: CallOptions & { limitBytes: number },
  ) => Promise<Uint8Array<ArrayBuffer> | null>;
};

/** Thrown if the server rejects a commit or message because another commit ended the epoch first. */
export class StaleEpochError extends Error {
  override name = 'StaleEpochError';
}

/** Reasons in the `data` of error responses (lib/server/messages). */
const REASONS: Readonly<Record<string, MessengerReason>> = {
  not_your_device: 'noDevice',
  device_revoked: 'noDevice',
  not_member: 'notMember',
  stale_epoch: 'busy',
};

const namedReason = (data: unknown): MessengerReason | undefined =>
  typeof data === 'object' && data !== null && 'reason' in data && typeof data.reason === 'string'
    ? REASONS[data.reason]
    : undefined;

/** Returns the reason to show for a failed request. */
export function reasonOf(error: unknown): MessengerReason {
  if (error instanceof MessengerError) return error.reason;
  if (!(error instanceof ApiError)) return 'server';
  // Code 0 means that no response envelope arrived. 429 and 5xx mean that the server was too busy.
  const isPassing = error.code === 0 || error.code === 429 || error.code >= 500;
  return isPassing ? 'offline' : (namedReason(error.data) ?? 'server');
}

/** Returns whether the server has answered that it does this call later, so others may succeed. */
export const isRefusal = (error: unknown): error is MessengerError =>
  error instanceof MessengerError && error.cause instanceof ApiError && [429, 503].includes(error.cause.code);

/** Decodes a response of the inbox, or an event of the stream. */
export const decodeInbox = ({ items, isComplete }: z.output<typeof inbox>): Inbox => ({
  items: items.map(({ id, kind, groupId, content, start }) => ({
    id,
    kind,
    groupId,
    content: fromBase64(content),
    start,
  })),
  isComplete,
});

/**
 * Returns a client for the delivery service that takes and returns bytes instead of base64. Each call throws
 * MessengerError or StaleEpochError.
 */
export function messagesApi(through: ApiCall = call, files: FileCalls = { upload, download: callBytes }) {
  // Errors concern the device rather than the session, and the engine handles them.
  const options = { silent: true, keepsSession: true } as const;
  const guarded = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw new MessengerError(reasonOf(error), { cause: error });
    }
  };
  const post = <T>(path: string, body: Record<string, unknown>) =>
    guarded(through<T>(path, { ...options, json: true, body }));
  const get = <T>(path: string, params: Record<string, string>) =>
    guarded(through<T>(path, { ...options, params }));
  const ordered = async (work: Promise<z.output<typeof sendResult>>) => {
    try {
      return await work;
    } catch (error) {
      throw error instanceof MessengerError && error.reason === 'busy'
        ? new StaleEpochError('another commit was first', { cause: error })
        : error;
    }
  };
  return {
    bindDevice: (deviceKey: Hex, binding: DeviceBinding) =>
      post<z.output<typeof logHead>>('/messages/device', { deviceKey, binding }),
    revokeDevice: (revocation: DeviceRevocation) =>
      post<z.output<typeof logHead>>('/messages/device/revoke', revocation),
    readLog: async (address: Address): Promise<LogEntry[]> => {
      const entries: LogEntry[] = [];
      for (let isComplete = false; !isComplete; ) {
        const after = String(entries.length);
        const page = await get<z.output<typeof deviceLog>>('/messages/log', { address, after });
        entries.push(...page.entries);
        isComplete = page.isComplete !== false || page.entries.length === 0;
        if (entries.length > MAX_ENTRIES) throw new MessengerError('server');
      }
      return entries;
    },
    /** Uploads key packages. Returns the number of the device's unclaimed key packages. */
    storeKeyPackages: async (
      deviceKey: Hex,
      { packages, lastResort }: { packages: readonly Uint8Array[]; lastResort: Uint8Array | null },
    ): Promise<number> => {
      const body = { deviceKey, packages: packages.map(toBase64) };
      const last = lastResort ? { lastResort: toBase64(lastResort) } : {};
      return (await post<z.output<typeof keyPackageCount>>('/messages/keyPackages', { ...body, ...last }))
        .count;
    },
    claimKeyPackages: async (address: Address): Promise<Uint8Array[]> => {
      const { packages } = await post<z.output<typeof claimedPackages>>('/messages/keyPackages/claim', {
        address,
      });
      return packages.map(({ content }) => fromBase64(content));
    },
    /**
     * Sends a message. Returns the devices for which it wasn't queued.
     * @throws StaleEpochError if the epoch has ended.
     */
    send: ({ content, ...rest }: SentMessage) =>
      ordered(post<z.output<typeof sendResult>>('/messages/send', { ...rest, content: toBase64(content) })),
    /**
     * Sends a commit. Returns the devices for which it wasn't queued.
     * @throws StaleEpochError if another commit was first.
     */
    commit: ({ content, access, welcome, ...rest }: SentCommit) =>
      ordered(
        post<z.output<typeof sendResult>>('/messages/commit', {
          ...rest,
          content: toBase64(content),
          ...(access ? { access } : {}),
          ...(welcome ? { welcome: { content: toBase64(welcome.content), to: welcome.to } } : {}),
        }),
      ),
    readInbox: async (deviceKey: Hex): Promise<Inbox> =>
      decodeInbox(await get<z.output<typeof inbox>>('/messages/inbox', { deviceKey })),
    acknowledge: (deviceKey: Hex, ids: readonly number[]) =>
      post<null>('/messages/acknowledge', { deviceKey, ids }),
    readIceServers: (deviceKey: Hex) =>
      get<z.output<typeof iceServers>>('/messages/iceServers', { deviceKey }),
    /** Stores an encrypted image. Idempotent. */
    uploadImage: async (
      { deviceKey, id, content }: { deviceKey: Hex; id: string; content: Uint8Array<ArrayBuffer> },
      { signal, onProgress }: Pick<UploadOptions, 'signal' | 'onProgress'> = {},
    ): Promise<void> => {
      const file = new File([content], id, { type: 'application/octet-stream' });
      const form = { host: null, fields: { deviceKey, id }, ...(signal ? { signal } : {}) };
      const progress = onProgress ? { onProgress } : {};
      try {
        await files.upload('/messages/image', file, { ...options, ...form, ...progress });
      } catch (error) {
        // The limit resets only the next day, so a retry would block other messages until then.
        const isLimit = error instanceof ApiError && error.code === 429;
        throw new MessengerError(isLimit ? 'imageLimit' : reasonOf(error), { cause: error });
      }
    },
    /**
     * Returns an encrypted image, or null if it is longer than `size` bytes.
     * @throws MessengerError `gone` after a 404.
     */
    readImage: async ({
      deviceKey,
      id,
      size,
    }: {
      deviceKey: Hex;
      id: string;
      size: number;
    }): Promise<Uint8Array<ArrayBuffer> | null> => {
      try {
        const params = { deviceKey, id };
        return await files.download('/messages/image', { ...options, params, limitBytes: size });
      } catch (error) {
        const isGone = error instanceof ApiError && error.code === 404;
        throw new MessengerError(isGone ? 'gone' : reasonOf(error), { cause: error });
      }
    },
    setBlock: (address: Address, isBlocked: boolean) => post<null>('/messages/block', { address, isBlocked }),
    readBlocks: async (): Promise<Address[]> =>
      (await get<z.output<typeof blockList>>('/messages/blocks', {})).addresses,
    report: (address: Address, reason: string, groupId: string | null) =>
      post<null>('/messages/report', { address, reason, ...(groupId ? { groupId } : {}) }),
  };
}
export type MessagesApi = ReturnType<typeof messagesApi>;
