import { WalletPage, walletPageMetadata } from '../wallet-page';

type Props = { params: Promise<{ locale: string }> };

export const generateMetadata = (props: Props) => walletPageMetadata('unlocks', props);

export default function UnlocksPage({ params }: Props) {
  return <WalletPage name="unlocks" params={params} />;
}
