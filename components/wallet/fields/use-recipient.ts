import type { Address } from 'viem';
import { useBytecode } from 'wagmi';
import { isContractCode } from '@/lib/evm/address';
import { checkRecipient, type RecipientProblem } from '@/lib/wallet/contacts/recipient';
import { useRecipientFacts } from '@/lib/wallet/contacts/use-recipient-facts';
import { useReadAddress } from '@/lib/wallet/ens/use-ens';

/** Kind of an address: an account, a contract, still being checked, or unknown. */
export type Nature = 'account' | 'contract' | 'checking' | 'unknown';

/** React hook that reads whether an address is an account or a contract, unless it is known to be an account. */
export function useNature(chainId: number | null, address: Address | undefined, isAccount: boolean): Nature {
  const isAsked = chainId !== null && address !== undefined && !isAccount;
  const { data, isError } = useBytecode({
    ...(chainId === null ? {} : { chainId }),
    ...(address ? { address } : {}),
    query: { enabled: isAsked },
  });
  if (!isAsked) return 'account';
  if (data === undefined) return isError ? 'unknown' : 'checking';
  return isContractCode(data) ? 'contract' : 'account';
}

/** React hook that parses and checks a typed recipient. The account itself is accepted if `toSelf` is set. */
export function useRecipient(
  {
    toSelf,
    recipient,
    meant,
  }: {
    toSelf: boolean;
    recipient: string;
    /** The text that the user confirmed even though it resembles a known address. */
    meant: string;
  },
  {
    account,
    chainId,
    sent,
  }: {
    account: Address | undefined;
    /** The network of the transfer, or null if there is none. */
    chainId: number | null;
    /** Contract of the token or NFT to send, or null if it is the native currency or unknown. */
    sent: Address | null;
  },
) {
  const facts = useRecipientFacts(account);
  const readAddress = useReadAddress(chainId);
  const read = readAddress(recipient);
  const typed = toSelf ? account : 'address' in read ? read.address : undefined;
  const check = typed ? checkRecipient(typed, facts, sent) : null;
  const typedProblem: RecipientProblem | null = 'problem' in read ? read.problem : (check?.stop ?? null);
  const problem = toSelf ? (account ? null : 'empty') : typedProblem;
  const address = problem === null ? typed : undefined;
  const nature = useNature(chainId, address, check?.isSelf ?? false);
  return {
    /** The recipient, if it is accepted. */
    address,
    problem,
    /** Whether the problem is certain, even if the user may still be typing. */
    isStopped: problem !== null && (problem === check?.stop || problem === 'otherNetwork'),
    check,
    nature,
    isMeant: !check?.lookAlike || meant === recipient,
  };
}
