import { WalletPage, walletPageMetadata } from '../wallet-page';

type Props = { params: Promise<{ locale: string }> };

export const generateMetadata = (props: Props) => walletPageMetadata('pledge', props);

export default function PledgePage({ params }: Props) {
  return <WalletPage name="pledge" params={params} />;
}
