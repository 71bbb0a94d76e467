import type { SigningContext } from '@/lib/wallet/signing/context';
import { readMessage } from '@/lib/wallet/signing/message';
import type { Reading } from '@/lib/wallet/signing/reading';
import { readTransaction } from '@/lib/wallet/signing/transaction';
import { readTypedData } from '@/lib/wallet/signing/typed-data';
import type { SignatureRequest } from './demo-request';

/** What a request of any kind says, and what is to be minded about it. */
export function readRequest(request: SignatureRequest, context: SigningContext): Reading {
  switch (request.kind) {
    case 'message':
      return readMessage(request.message, context);
    case 'typedData':
      return readTypedData(request.typedData, context);
    case 'transaction':
      return readTransaction(request.transaction, context);
  }
}
