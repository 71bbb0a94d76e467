/** Short facts in a row, each with a tick of the tide staff. */
export function TagList({ tags, className = '' }: { tags: readonly string[]; className?: string }) {
  return (
    <ul className={`flex flex-wrap gap-x-6 gap-y-2 text-sm ${className}`}>
      {tags.map((tag) => (
        <li key={tag} className="border-s-2 border-water ps-2.5">
          {tag}
        </li>
      ))}
    </ul>
  );
}
