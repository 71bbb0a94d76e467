import { create } from 'zustand';
import { readStored, watchStored, writeStored } from '@/lib/preferences/storage';

const KEY = 'tidewell.relayCalls';
const current = () => typeof window !== 'undefined' && readStored(KEY) === '1';

/** Store of whether calls always use the TURN server, which hides this device's IP addresses from other members. */
export const useRelayPreference = create<{ isRelayed: boolean }>(() => ({ isRelayed: current() }));

/** Stores the user's choice. It applies to later connections. */
export function setRelayed(isRelayed: boolean): void {
  writeStored(KEY, isRelayed ? '1' : null);
  useRelayPreference.setState({ isRelayed });
}

watchStored(KEY, () => useRelayPreference.setState({ isRelayed: current() }));
