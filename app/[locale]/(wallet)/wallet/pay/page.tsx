import { WalletPage, walletPageMetadata } from '../wallet-page';

type Props = { params: Promise<{ locale: string }> };

export const generateMetadata = (props: Props) => walletPageMetadata('pay', props);

export default function PayPage({ params }: Props) {
  return <WalletPage name="pay" params={params} />;
}
