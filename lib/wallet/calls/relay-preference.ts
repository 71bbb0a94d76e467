import { createStoredFlag } from '@/lib/preferences/stored-flag';

/**
 * Whether calls always use the TURN server, which hides this device's IP addresses from other members. A change applies to later
 * connections.
 */
export const { useFlag: useRelayPreference, setFlag: setRelayed } = createStoredFlag('tidewell.relayCalls');
