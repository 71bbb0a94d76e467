import { type Config, type UseConnectionReturnType, useConnection } from 'wagmi';
import { type GetConnectionReturnType, getConnection } from 'wagmi/actions';

type Connection = GetConnectionReturnType<Config>;
export type ConfirmedConnection = Extract<Connection, { status: 'connected' }>;

/** What hooks return without a confirmed connection. */
const none = { address: undefined, addresses: undefined, chainId: undefined, connector: undefined } as const;

/**
 * Returns whether the wallet itself confirmed a connection since the page loaded. wagmi reports stored connections, too:
 * with status `reconnecting`, and with `connected` after another wallet failed to connect or disconnected. Connectors
 * from storage have no methods.
 */
const isConfirmed = (connection: Connection | UseConnectionReturnType): connection is ConfirmedConnection =>
  connection.status === 'connected' && typeof connection.connector?.getProvider === 'function';

/** Returns the connection if the wallet confirmed it since the page loaded, or undefined. */
export function getConfirmedConnection(config: Config): ConfirmedConnection | undefined {
  const connection = getConnection(config);
  return isConfirmed(connection) ? connection : undefined;
}

/** React hook that returns the connection, or undefined fields until the wallet has confirmed it. */
export function useConfirmedConnection(): ConfirmedConnection | typeof none {
  const connection = useConnection();
  return isConfirmed(connection) ? connection : none;
}
