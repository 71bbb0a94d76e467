import { WalletPage, walletPageMetadata } from '../wallet-page';

type Props = { params: Promise<{ locale: string }> };

export const generateMetadata = (props: Props) => walletPageMetadata('transaction', props);

export default function TransactionPage({ params }: Props) {
  return <WalletPage name="transaction" params={params} />;
}
