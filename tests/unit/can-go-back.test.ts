import { canGoBack, noteStep } from '@/lib/can-go-back';

test('SITE-10 SITE-11 without the Navigation API the steps taken on the page tell whether there is a way back', () => {
  expect(canGoBack()).toBe(false);
  noteStep('on');
  noteStep('on');
  noteStep('back');
  expect(canGoBack()).toBe(true);
  noteStep('back');
  noteStep('back');
  expect(canGoBack()).toBe(false);
  noteStep('on');
  expect(canGoBack()).toBe(true);
});
