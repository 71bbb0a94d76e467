import { WalletPage, walletPageMetadata } from '../wallet-page';

type Props = { params: Promise<{ locale: string }> };

export const generateMetadata = (props: Props) => walletPageMetadata('activity', props);

export default function ActivityPage({ params }: Props) {
  return <WalletPage name="activity" params={params} />;
}
