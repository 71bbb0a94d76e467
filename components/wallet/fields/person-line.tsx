import { Avatar } from '@/components/wallet/display/avatar';
import { shortAddress } from '@/lib/evm/address';
import type { Person } from './use-people';

/** A person in a list to choose from: picture, name, and shortened address. */
export function PersonLine({ name, address }: Person) {
  return (
    <>
      <Avatar address={address} src={null} size={32} />
      <span className="grid min-w-0 grow">
        <bdi className="truncate">{name}</bdi>
        {name === shortAddress(address) ? null : (
          <span className="font-mono text-xs text-muted">{shortAddress(address)}</span>
        )}
      </span>
    </>
  );
}
