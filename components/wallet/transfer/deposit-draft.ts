import { createDraft, emptyTransfer, readTransfer } from './transfer-draft';

export const depositDraft = createDraft('tidewell.deposit', emptyTransfer, readTransfer);
