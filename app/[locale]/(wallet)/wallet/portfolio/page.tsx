import { WalletPage, walletPageMetadata } from '../wallet-page';

type Props = { params: Promise<{ locale: string }> };

export const generateMetadata = (props: Props) => walletPageMetadata('portfolio', props);

export default function PortfolioPage({ params }: Props) {
  return <WalletPage name="portfolio" params={params} />;
}
