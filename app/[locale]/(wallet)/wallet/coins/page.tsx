import { WalletPage, walletPageMetadata } from '../wallet-page';

type Props = { params: Promise<{ locale: string }> };

export const generateMetadata = (props: Props) => walletPageMetadata('coins', props);

export default function CoinsPage({ params }: Props) {
  return <WalletPage name="coins" params={params} />;
}
