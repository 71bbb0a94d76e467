export type LangEntry = {
  id: number;
  langKey: string;
  isDefault: boolean;
  language: string;
  langIcon: string;
  status: boolean;
  sort: number;
};
export type Currency = {
  id: number;
  name: string;
  symbol: string;
  decimals: number;
  rate: string;
  rateAt: string;
  isDefault: boolean;
};
export type ChainMapping = {
  id: number;
  name: string;
  nativeSymbol: string;
  browserAddress: string;
  browserTx: string;
  rpcUrl: string;
  testnet: boolean;
};
export type Contract = { chainId: number; name: string; address: string };
export type Website = { brand: string; infoMailbox: string; walletConnectProjectId: string | null };
export type Coin = {
  id: number;
  symbol: string;
  name: string;
  icon: string;
  sort: number;
  tokens: { chainId: number; address: string | null; decimals: number }[];
};
export type User = { address: string; name: string | null };
export type NonceResult = {
  nonce: string;
  issuedAt: string;
  expirationTime: string;
  domain: string;
  uri: string;
  statement: string;
};
export type LoginResult = { token: string; expiresAt: string; user: User };
export type Activity = {
  kind: 'deposit' | 'presale' | 'pledge';
  chainId: number;
  txHash: string;
  status: string;
  amount: string;
  coinId: number;
  confirmations: number;
  at: string;
};
export type ActivityPage = { list: Activity[]; total: number; pageNum: number; pageSize: number };
