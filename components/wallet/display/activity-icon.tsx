import { actionIcons } from '@/components/ui/action-icons';
import { Icon } from '@/components/ui/icon';
import type { ActivityKind } from '@/lib/wallet/activity/activity-row';
import { isCardKind } from '@/lib/wallet/transactions/transaction-kinds';

const lock = 'M6 11h12v9H6v-9Zm2.500 0V8a3.500 3.500 0 0 1 7 0v3';
const ticket = 'M4 7h16v3.500a1.500 1.500 0 0 0 0 3V17H4v-3.500a1.500 1.500 0 0 0 0-3V7Zm10.500 0v10';
const card = 'M3.500 6h17v12h-17V6Zm0 4.500h17M7 14.500h3.500';
const key = 'M8.500 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm4-4H20v3.500m-3.500-3.500v2.500';

const kindIcons: Partial<Record<ActivityKind, string>> = {
  deposit: actionIcons.deposit,
  receive: actionIcons.receive,
  swap: actionIcons.swap,
  stake: lock,
  pledge: lock,
  contribute: ticket,
  claimVested: ticket,
  approve: key,
  revoke: key,
  setRecovery: key,
  removeRecovery: key,
  requestRecovery: key,
  vetoRecovery: key,
  recover: key,
};

const iconOf = (kind: ActivityKind) => kindIcons[kind] ?? (isCardKind(kind) ? card : undefined);

/** Icon of a kind of transaction. `isIncoming` decides for kinds without an icon of their own. */
export function ActivityIcon({ kind, isIncoming }: { kind: ActivityKind; isIncoming: boolean }) {
  return (
    <span className="grid size-9 place-items-center rounded-full border border-line text-water">
      <Icon
        path={iconOf(kind) ?? (isIncoming ? actionIcons.receive : actionIcons.send)}
        size={24}
        className="size-5"
      />
    </span>
  );
}
