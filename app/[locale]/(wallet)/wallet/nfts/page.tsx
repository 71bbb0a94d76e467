import { WalletPage, walletPageMetadata } from '../wallet-page';

type Props = { params: Promise<{ locale: string }> };

export const generateMetadata = (props: Props) => walletPageMetadata('nfts', props);

export default function NftsPage({ params }: Props) {
  return <WalletPage name="nfts" params={params} />;
}
