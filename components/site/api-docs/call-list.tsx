import { type ApiDocument, callsOf } from './api-document';

/** Links to every call by its group: beside the text on wide screens, above it on small ones. */
export function CallList({ document }: { document: ApiDocument }) {
  return (
    <nav
      aria-label="Calls"
      className="mb-10 lg:sticky lg:top-8 lg:mb-0 lg:max-h-[calc(100dvh-4rem)] lg:overflow-y-auto print:hidden"
    >
      {(document.tags ?? []).map(({ name }) => (
        <div key={name} className="mb-4">
          <p className="text-sm text-muted">{name}</p>
          <ul className="border-b border-line">
            {callsOf(document, name).map(({ method, path, operation }) => (
              <li key={operation.operationId}>
                <a
                  href={`#${operation.operationId}`}
                  className="grid min-h-11 grid-cols-[3.25rem_1fr] items-center border-t border-line py-1.5 font-mono text-xs hover:bg-sunken hover:text-water"
                >
                  <span className="text-muted">{method}</span>
                  <span className="[overflow-wrap:anywhere]">{path}</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <ul className="border-b border-line text-sm">
        {['refusals', 'types'].map((id) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="flex min-h-11 items-center border-t border-line capitalize hover:bg-sunken hover:text-water"
            >
              {id}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
