/** What a device can be notified of while the site is closed. */
export const PUSH_KINDS = ['money', 'alerts', 'messages'] as const;
export type PushKind = (typeof PUSH_KINDS)[number];
