import type { Hex, LocalAccount } from 'viem';
import { POST as bind } from '@/app/api/messages/device/route';
import type { Device } from '@/lib/wallet/messages/device';
import { callRoute } from './api-call';
import { keyOf, newDevice } from './messaging';
import { ORIGIN } from './plain-chains';

/** Host for which the tests' accounts bind devices. */
export const DEVICE_SITE = new URL(ORIGIN).host;

/** Creates a messaging device, and binds it to a signed-in account. */
export async function bindNewDevice(
  account: LocalAccount,
  token: string,
): Promise<{ device: Device; deviceKey: Hex }> {
  const device = await newDevice(account, { site: DEVICE_SITE, chainId: 31337 });
  const deviceKey = keyOf(device);
  const { code } = await callRoute(bind, {
    token,
    json: true,
    body: { deviceKey, binding: device.binding },
  });
  if (code !== 200) throw new Error(`the device was not bound: ${code}`);
  return { device, deviceKey };
}
