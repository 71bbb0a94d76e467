import 'server-only';
import type { TransferRoute } from '@/lib/api/schemas/transfer';
import type { Route } from './route';
import { vaultRoute } from './vault-route';
import { walletRoute } from './wallet-route';

export const routes: Readonly<Record<TransferRoute, Route>> = { vault: vaultRoute, wallet: walletRoute };
