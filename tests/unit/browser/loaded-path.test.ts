import { loadedPath } from '@/lib/browser/loaded-path';

test('DAPP-4 CALL-1 the path of the document stays after navigation, without its locale', () => {
  expect(loadedPath()).toBeNull();
  const loaded = { name: 'https://tidewell.test/zh-Hant/wallet/dapps?dapp=sample' } as PerformanceEntry;
  const entries = jest.spyOn(performance, 'getEntriesByType').mockReturnValue([loaded]);
  window.history.pushState(null, '', '/wallet/pay');
  expect(loadedPath()).toBe('/wallet/dapps');
  expect(entries).toHaveBeenCalledWith('navigation');
});
