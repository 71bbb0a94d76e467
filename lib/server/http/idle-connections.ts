import 'server-only';
import type { Socket } from 'node:net';
import type { OpenCount } from '../limits/open-counts';

/** Connections between two requests, by what they count toward. */
export class IdleConnections {
  /** Sets keep the order in which connections became idle. */
  readonly #byName = new Map<string, Set<Socket>>();

  /** Adds a connection that became idle. */
  add(socket: Socket, counts: readonly OpenCount[]): void {
    for (const [name] of counts) {
      const sockets = this.#byName.get(name) ?? new Set();
      this.#byName.set(name, sockets.add(socket));
    }
  }

  delete(socket: Socket, counts: readonly OpenCount[]): void {
    for (const [name] of counts) {
      const sockets = this.#byName.get(name);
      sockets?.delete(socket);
      if (sockets?.size === 0) this.#byName.delete(name);
    }
  }

  /** Returns the connection that has been idle for the longest and counts under a name. */
  oldest(name: string): Socket | undefined {
    return this.#byName.get(name)?.values().next().value;
  }
}
