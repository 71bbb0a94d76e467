'use client';

import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { CoinDetails } from './coin-details';
import { CoinList } from './coin-list';
import { readCoinId, readCoinQuery } from './coin-query';

/** The coins listed here, or the one that the address names. */
export function Coins() {
  const params = useSearchParams();
  const [opened] = useState(() => params.toString());
  const id = readCoinId(params);
  if (id === null) return <CoinList {...readCoinQuery(params)} />;
  return <CoinDetails key={id} id={id} isReached={params.toString() !== opened} />;
}
