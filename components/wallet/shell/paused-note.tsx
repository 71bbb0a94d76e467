/** Says that a contract takes nothing new at the moment, and what still works. */
export function PausedNote({ text }: { text: string }) {
  return <p className="border-s-2 border-warning ps-3 text-sm">{text}</p>;
}
