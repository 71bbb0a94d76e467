import type { Page } from '@playwright/test';

/**
 * Returns the controls in `main` and in the navigation that are smaller than 44 by 44 CSS pixels (WCAG 2.5.5), with
 * their sizes. A label or a pseudo-element of the control counts as part of its target. Links within a sentence are
 * exempt.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const MIN_PX = 44;
    const controls =
      'a[href], button, input, select, textarea, summary, [role=tab], [role=option], [role=slider], [role=switch]';
    const isInSentence = (element: Element) => {
      if (element.tagName !== 'A' || getComputedStyle(element).display !== 'inline') return false;
      const around = element.parentElement?.textContent?.trim() ?? '';
      return around.length > (element.textContent?.trim().length ?? 0);
    };
    const isTarget = (element: HTMLElement) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.matches(':disabled, [aria-disabled=true]') &&
      element.closest('[inert], [aria-hidden=true]') === null &&
      !isInSentence(element);
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>(
      `:is(main, nav, header, footer, [role=region]) :is(${controls})`,
    )) {
      if (!isTarget(element)) continue;
      const labels = element instanceof HTMLInputElement ? (element.labels ?? []) : [];
      // The whole track of a slider moves its thumb.
      const track = element.closest('.snap-slider');
      const parts = [element, ...labels, ...(track ? [track] : [])];
      const isLargeEnough = parts.some((part) => {
        const { width, height } = part.getBoundingClientRect();
        return width >= MIN_PX - 0.5 && height >= MIN_PX - 0.5;
      });
      if (isLargeEnough) continue;
      // A pseudo-element can extend the target, so find out which element a finger reaches.
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, top, width, height } = element.getBoundingClientRect();
      const reach = MIN_PX / 2 - 1;
      const isHit = (x: number, y: number) => {
        const hit = document.elementFromPoint(left + width / 2 + x, top + height / 2 + y);
        return hit !== null && parts.some((part) => part.contains(hit));
      };
      const isWide = width >= MIN_PX - 0.5 || (isHit(-reach, 0) && isHit(reach, 0));
      const isHigh = height >= MIN_PX - 0.5 || (isHit(0, -reach) && isHit(0, reach));
      if (isWide && isHigh) continue;
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? '';
      found.push(`${element.tagName.toLowerCase()} "${name}" ${Math.round(width)}×${Math.round(height)}`);
    }
    return [...new Set(found)];
  });
}
