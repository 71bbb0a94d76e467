import { BrandMark } from '@/components/site/art/line-art';
import { langKeyByLocale, routing } from '@/lib/i18n/routing';
import { routes } from '@/lib/routes';
import { type ApiDocument, callsOf, isReference } from './api-document';
import { CallSection } from './call-section';
import { Refusals } from './refusals';
import { SchemaTree, SchemaType } from './schema-tree';

/** Links to every API call, by group. Shown next to the text on wide screens and above it on small ones. */
function CallList({ document }: { document: ApiDocument }) {
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

function Types({ components }: { components: NonNullable<ApiDocument['components']> }) {
  const types = Object.entries(components.schemas ?? {})
    .filter(([name]) => !name.startsWith('Refusal'))
    .sort(([a], [b]) => a.localeCompare(b, 'en'));
  return (
    <section aria-labelledby="types" className="pt-12">
      <h2 id="types" className="font-display text-2xl">
        Types
      </h2>
      {types.map(([name, schema]) => (
        <article key={name} aria-labelledby={`type-${name}`} className="mt-6 border-t border-line pt-4">
          <h3 id={`type-${name}`} className="font-mono text-base font-[550]">
            {name}
          </h3>
          {isReference(schema) || !schema.description ? null : <p className="mt-1">{schema.description}</p>}
          <p className="mt-1 text-sm text-muted">
            <SchemaType schema={schema} />
          </p>
          <SchemaTree schema={schema} />
        </article>
      ))}
    </section>
  );
}

const langKeys = routing.locales.map((locale) => langKeyByLocale[locale]).join(' or ');

const link = 'inline-flex min-h-11 items-center text-water underline underline-offset-4';

/** Renders the Markdown code spans in a description. */
const withCode = (text: string) =>
  text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      <code key={part} className="font-mono text-sm [overflow-wrap:anywhere]">
        {part}
      </code>
    ) : (
      part
    ),
  );

/** The API documentation, rendered from its OpenAPI document. `origin` is the base URL for the examples. */
export function ApiDocs({ document, origin }: { document: ApiDocument; origin: string }) {
  const { info, tags = [], components = {} } = document;
  return (
    <div className="page-width py-8 md:py-12">
      <header>
        <a href={routes.home} className="inline-flex min-h-11 items-center gap-2">
          <BrandMark className="size-7 text-tide" />
          <span>Back to the site</span>
        </a>
        <h1 className="mt-6 font-display text-3xl">{info.title}</h1>
        <p className="measure mt-4">{withCode(info.description ?? '')}</p>
        <p className="measure mt-4">
          Every call takes the headers <code className="font-mono text-sm">Language</code> ({langKeys}) and{' '}
          <code className="font-mono text-sm">Currency</code> (an ISO 4217 code). Those that need a session
          take <code className="font-mono text-sm">Authorization: Bearer</code> with the token of{' '}
          <a href="#postUserLogin" className="text-water underline underline-offset-4">
            POST /user/login
          </a>
          .
        </p>
        <p className="mt-2">
          <a href={routes.apiDocument} className={link}>
            OpenAPI 3.1 document, version {info.version}
          </a>
        </p>
      </header>
      <div className="mt-10 items-start lg:grid lg:grid-cols-[17rem_minmax(0,1fr)] lg:gap-12">
        <CallList document={document} />
        <main id="content" className="min-w-0">
          {tags.map(({ name, description }) => (
            <section key={name} aria-labelledby={`tag-${name.replaceAll(' ', '-')}`} className="pb-10">
              <h2 id={`tag-${name.replaceAll(' ', '-')}`} className="font-display text-2xl">
                {name}
              </h2>
              <p className="measure mt-2 mb-6 text-muted">{description}</p>
              {callsOf(document, name).map((call) => (
                <CallSection
                  key={call.operation.operationId}
                  call={call}
                  base={`${origin}/api`}
                  shared={components.responses ?? {}}
                />
              ))}
            </section>
          ))}
          <Refusals components={components} />
          <Types components={components} />
        </main>
      </div>
    </div>
  );
}
