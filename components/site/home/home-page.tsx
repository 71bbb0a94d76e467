import { CardFloor } from './card-floor';
import { EarnFloor } from './earn-floor';
import { FinanceFloor } from './finance-floor';
import { HomeBanner } from './home-banner';
import { HubFloor } from './hub-floor';
import { Moments } from './moments';
import { NutshellFloor } from './nutshell-floor';
import { SecurityFloor } from './security-floor';
import { WalletFloor } from './wallet-floor';
import { WhyFloor } from './why-floor';

/** The home page, floor by floor (HOME-1, HOME-4): nutshell, features, security, why, earnings, and what lies beyond. */
export function HomePage() {
  return (
    <>
      <HomeBanner />
      <Moments />
      <NutshellFloor />
      <WalletFloor />
      <CardFloor />
      <HubFloor />
      <SecurityFloor />
      <WhyFloor />
      <EarnFloor />
      <FinanceFloor />
    </>
  );
}
