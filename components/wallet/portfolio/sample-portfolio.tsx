import { useTranslations } from 'next-intl';
import { SparkLine } from '@/components/ui/spark-line';
import { sampleChains, sampleCoins, useSampleHoldings } from '@/components/wallet/frame/sample-data';
import { SampleFrame } from '@/components/wallet/frame/start-preview';
import { AllocationChart } from './allocation-chart';
import { PortfolioTotal } from './portfolio-total';

/** The sample's total value over a month, on a scale of its own. */
const month = [31, 33, 32, 36, 39, 37, 38, 43, 47, 45, 44, 49, 53, 50, 52, 57, 61, 58, 60, 64, 63, 68];

const nameOf = (chainId: number) => sampleChains.find(({ id }) => id === chainId)?.name ?? '';

/** Sample of the portfolio, in the display currency. */
export function SamplePortfolio() {
  const t = useTranslations('wallet.portfolio');
  const chart = useTranslations('wallet.chart');
  const about = useTranslations('wallet.preview.about');
  const { money, holdings } = useSampleHoldings();
  const parts = holdings.map(({ chain, ...part }) => ({ ...part, chainId: chain.id }));
  const prices = { priceOf: () => undefined, isStale: () => false, isWaiting: false, money };
  return (
    <SampleFrame about={about('portfolio')}>
      <PortfolioTotal parts={parts} prices={prices} isReading={false} isPartial={false} />
      <div className="grid gap-3">
        <h2 className="flex items-baseline justify-between gap-4 text-xl">
          {t('history.title')}
          <span className="text-sm text-muted">{chart('in.month')}</span>
        </h2>
        <SparkLine points={month} className="h-32 w-full border-b border-line text-tide" />
      </div>
      <AllocationChart parts={parts} coins={sampleCoins} money={money} nameOf={nameOf} />
    </SampleFrame>
  );
}
