import { WalletPage, walletPageMetadata } from '../wallet-page';

type Props = { params: Promise<{ locale: string }> };

export const generateMetadata = (props: Props) => walletPageMetadata('approvals', props);

export default function ApprovalsPage({ params }: Props) {
  return <WalletPage name="approvals" params={params} />;
}
