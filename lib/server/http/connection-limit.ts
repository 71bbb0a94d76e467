import 'server-only';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { CONNECTIONS } from '@/lib/server-constants';
import { clientAt, isTrustedProxy } from './client';

/** Node publishes each accepted connection on this channel. */
const SOCKET_CHANNEL = 'net.server.socket';

/**
 * Returns the names under which a connection counts, and how many each name may have. Proxies in TRUSTED_PROXIES connect
 * for many clients, and so may a proxy on this machine. They count only in total (the empty name).
 */
function countsOf(peer: string): [name: string, most: number][] {
  const { perClient, perNetwork, total } = CONNECTIONS;
  const { id, network, isLocal } = clientAt(peer);
  if (isLocal || isTrustedProxy(peer)) return [['', total]];
  return [
    ['', total],
    [id, perClient],
    ...(network === null ? [] : [[network, perNetwork] as [string, number]]),
  ];
}

/**
 * Closes connections of a client that has too many open, so that it can't use up all of them, for example by requesting
 * files that it never reads. Returns a function that stops this. It applies to every server of the process until then.
 */
export function limitConnections(): () => void {
  const open = new Map<string, number>();
  const admit = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    // A client that is gone already has no address.
    const counts = socket.remoteAddress === undefined ? [] : countsOf(socket.remoteAddress);
    if (counts.some(([name, most]) => (open.get(name) ?? 0) >= most)) {
      socket.destroy();
      return;
    }
    for (const [name] of counts) open.set(name, (open.get(name) ?? 0) + 1);
    socket.once('close', () => {
      for (const [name] of counts) {
        const left = (open.get(name) ?? 0) - 1;
        if (left > 0) open.set(name, left);
        else open.delete(name);
      }
    });
  };
  subscribe(SOCKET_CHANNEL, admit);
  return () => void unsubscribe(SOCKET_CHANNEL, admit);
}
