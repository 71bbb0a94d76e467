import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { ProgressRing } from '@/components/ui/progress-ring';
import { neighbourStop, SnapSlider, snapToStop } from '@/components/ui/snap-slider';
import { PROGRESS_MS_PER_PERCENT, SLIDER } from '@/lib/constants';

const range = { min: SLIDER.min, max: SLIDER.max };

test('TEST-2 snaps to 0, 25, 50, 75 and 100 percent of a maximum of 20', () => {
  const values = Array.from({ length: 21 }, (_, i) => snapToStop(i, range));
  expect([...new Set(values)]).toEqual([0, 5, 10, 15, 20]);
  expect([2, 3, 7, 8, 12, 13, 17, 18].map((v) => snapToStop(v, range))).toEqual([
    0, 5, 5, 10, 10, 15, 15, 20,
  ]);
  expect(snapToStop(130, { min: 100, max: 200 })).toBe(125);
});

function Sample() {
  const [value, setValue] = useState(0);
  return <SnapSlider value={value} onChange={setValue} label="Amount" valueText={(at) => `${at} of 20`} />;
}

test('TEST-2 moves from stop to stop by keyboard and does not go past the ends', () => {
  render(<Sample />);
  const slider = screen.getByRole('slider', { name: 'Amount' });
  const press = (key: string) => fireEvent.keyDown(slider, { key });
  const now = () => slider.getAttribute('aria-valuenow');
  expect([slider.getAttribute('min'), slider.getAttribute('max'), slider.getAttribute('step')]).toEqual([
    '0',
    '20',
    '1',
  ]);
  press('ArrowLeft');
  expect(now()).toBe('0');
  press('ArrowRight');
  press('ArrowUp');
  expect(now()).toBe('10');
  expect(slider).toHaveAttribute('aria-valuetext', '10 of 20');
  press('ArrowDown');
  expect(now()).toBe('5');
  press('End');
  expect(now()).toBe('20');
  press('ArrowRight');
  expect(now()).toBe('20');
  expect(neighbourStop(7, 1, range)).toBe(10);
});

test('TEST-2 selecting the current stop again reports it, because the amount may be slightly off the stop', () => {
  const told: number[] = [];
  render(<SnapSlider value={20} onChange={(at) => told.push(at)} label="Amount" valueText={String} />);
  const slider = screen.getByRole('slider', { name: 'Amount' });
  for (const key of ['End', 'ArrowRight', 'Home', 'a']) fireEvent.keyDown(slider, { key });
  expect(told).toEqual([20, 20, 0]);
  for (const button of [2, 0]) fireEvent(slider, new MouseEvent('pointerup', { bubbles: true, button }));
  expect(told).toEqual([20, 20, 0, 20]);
});

describe('TEST-1 progress ring', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());
  const percent = () => Number(screen.getByRole('progressbar').getAttribute('aria-valuenow'));
  const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

  test('TEST-1 takes 10 ms per percent to any target and back', () => {
    const { rerender } = render(<ProgressRing percent={0} label="Progress" />);
    rerender(<ProgressRing percent={75} label="Progress" />);
    pass(30 * PROGRESS_MS_PER_PERCENT);
    expect(percent()).toBeGreaterThanOrEqual(27);
    expect(percent()).toBeLessThanOrEqual(30);
    pass(46 * PROGRESS_MS_PER_PERCENT + 20);
    expect(percent()).toBe(75);
    rerender(<ProgressRing percent={20} label="Progress" />);
    pass(30 * PROGRESS_MS_PER_PERCENT);
    expect(percent()).toBeGreaterThanOrEqual(45);
    expect(percent()).toBeLessThanOrEqual(48);
    pass(30 * PROGRESS_MS_PER_PERCENT);
    expect(percent()).toBe(20);
  });
});
