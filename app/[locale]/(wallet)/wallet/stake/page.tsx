import { WalletPage, walletPageMetadata } from '../wallet-page';

type Props = { params: Promise<{ locale: string }> };

export const generateMetadata = (props: Props) => walletPageMetadata('stake', props);

export default function StakePage({ params }: Props) {
  return <WalletPage name="stake" params={params} />;
}
