import { WalletPage, walletPageMetadata } from '../wallet-page';

type Props = { params: Promise<{ locale: string }> };

export const generateMetadata = (props: Props) => walletPageMetadata('swap', props);

export default function SwapPage({ params }: Props) {
  return <WalletPage name="swap" params={params} />;
}
