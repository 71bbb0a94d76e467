import { readdir } from 'node:fs/promises';
import { type SenderRole, senderRoles } from '@/lib/server/db/sender-tables';

/** What the log calls the process of a role. */
export const senderNames: Record<SenderRole, string> = {
  relayer: 'The relayer',
  card: 'The card operator',
};

/** Returns the roles that have a key on any chain, each of which gets a process. */
export async function rolesWithKeys({
  SENDER_KEYS_DIR: dir,
  SENDER_KEYS: entries,
}: {
  SENDER_KEYS_DIR?: string | undefined;
  SENDER_KEYS?: string | undefined;
}): Promise<SenderRole[]> {
  const names = [
    ...(dir === undefined ? [] : await readdir(dir)),
    ...(entries ?? '').split(',').map((entry) => entry.trim()),
  ];
  return senderRoles.filter((role) => names.some((name) => name.startsWith(`${role}-`)));
}
