import { type Address, getAddress, isAddressEqual } from 'viem';
import type { Engine } from './engine';

const includes = (accounts: readonly Address[], account: Address) =>
  accounts.some((one) => isAddressEqual(one, account));

/**
 * Blocks an account, or ends that. The server comes first: what it doesn't know ends with the next `readBlocks`, which the
 * network lock keeps apart.
 * @throws MessengerError if the server can't be reached, or refuses.
 */
export async function setBlocked(engine: Engine, account: Address, isBlocked: boolean): Promise<void> {
  engine.requireNetworkLock();
  await engine.api.setBlock(account, isBlocked);
  await engine.write(async (batch) => {
    const settings = await engine.settings(batch);
    const others = settings.blocked.filter((one) => !isAddressEqual(one, account));
    const blocked = isBlocked ? [...others, getAddress(account)] : others;
    batch.put('settings', 'settings', { ...settings, blocked });
  });
}

/** Reads which accounts are blocked from the server, because another device may have changed it. */
export async function readBlocks(engine: Engine): Promise<void> {
  engine.requireNetworkLock();
  const blocked = await engine.api.readBlocks();
  await engine.write(async (batch) => {
    const settings = await engine.settings(batch);
    const isSame =
      settings.blocked.length === blocked.length && blocked.every((one) => includes(settings.blocked, one));
    if (!isSame) batch.put('settings', 'settings', { ...settings, blocked });
  });
}
