import { HeadingText } from '@/components/ui/heading-text';

/** Class of a paragraph whose Chinese text breaks only between words. */
export const leadClass = 'measure break-keep wrap-anywhere';

/** Paragraph of an introduction. Its lines don't break inside a Chinese word. */
export function LeadText({ className, children }: { className: string; children: string }) {
  return (
    <p className={`${leadClass} ${className}`}>
      <HeadingText>{children}</HeadingText>
    </p>
  );
}
