import { type ChainErrorCode, chainErrorCode } from '@/lib/evm/errors';
import { NoAccountError } from './connect-wallet';

/** Returns the message key, below `wallet`, for an error while a wallet connects or signs in. */
export const connectErrorKey = (error: unknown): 'connect.noAccount' | `errors.${ChainErrorCode}` =>
  error instanceof NoAccountError ? 'connect.noAccount' : `errors.${chainErrorCode(error)}`;
