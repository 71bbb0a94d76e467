import { WalletPage, walletPageMetadata } from '../wallet-page';

type Props = { params: Promise<{ locale: string }> };

export const generateMetadata = (props: Props) => walletPageMetadata('presale', props);

export default function PresalePage({ params }: Props) {
  return <WalletPage name="presale" params={params} />;
}
