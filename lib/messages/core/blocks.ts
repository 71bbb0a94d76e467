import { type Address, getAddress, isAddressEqual } from 'viem';
import type { Engine } from './engine';

const includes = (accounts: readonly Address[], account: Address) =>
  accounts.some((one) => isAddressEqual(one, account));

/**
 * Blocks or unblocks an account. Updates the server first, because the next `readBlocks` reverts any block that the
 * server doesn't have. Runs under the inbox lock, so both can't overlap.
 * @throws MessengerError if the server is unreachable or rejects the request.
 */
export async function setBlocked(engine: Engine, account: Address, isBlocked: boolean): Promise<void> {
  engine.requireInbox();
  await engine.api.setBlock(account, isBlocked);
  await engine.write(async (batch) => {
    const settings = await engine.settings(batch);
    const others = settings.blocked.filter((one) => !isAddressEqual(one, account));
    const blocked = isBlocked ? [...others, getAddress(account)] : others;
    batch.put('settings', 'settings', { ...settings, blocked });
  });
}

/** Reloads the blocked accounts from the server, because another device may have changed them. */
export async function readBlocks(engine: Engine): Promise<void> {
  engine.requireInbox();
  const blocked = await engine.api.readBlocks();
  await engine.write(async (batch) => {
    const settings = await engine.settings(batch);
    const isSame =
      settings.blocked.length === blocked.length && blocked.every((one) => includes(settings.blocked, one));
    if (!isSame) batch.put('settings', 'settings', { ...settings, blocked });
  });
}
