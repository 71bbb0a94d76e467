import path from 'node:path';
import { getLibFiles, ts } from '@ts-morph/common';

const STRIPE = path.resolve('node_modules/stripe/esm/resources');

type Checker = ReturnType<ReturnType<typeof ts.createProgram>['getTypeChecker']>;
type Type = ReturnType<Checker['getTypeAtLocation']>;

const isOptional = (property: { flags: number }) => (property.flags & ts.SymbolFlags.Optional) !== 0;

/** Members of a union, or the type itself. Without null and undefined. */
const members = (type: Type): Type[] =>
  (type.isUnion() ? type.types : [type]).filter(
    ({ flags }) => (flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) === 0,
  );

const allowsNull = (type: Type) =>
  type.isUnion() && type.types.some(({ flags }) => (flags & ts.TypeFlags.Null) !== 0);

/** Differences between a JSON value and a type, as paths with what is wrong. */
function differences(checker: Checker, value: unknown, type: Type, at: string): string[] {
  if (value === null) return allowsNull(type) ? [] : [`${at}: null`];
  const possible = members(type);
  if (Array.isArray(value)) {
    const array = possible.find((one) => checker.isArrayType(one));
    const [element] = array
      ? checker.getTypeArguments(array as Parameters<Checker['getTypeArguments']>[0])
      : [];
    if (!element) return [`${at}: array`];
    return value.flatMap((item) => differences(checker, item, element, `${at}[]`));
  }
  if (typeof value === 'object') {
    const object = possible.find(
      (one) => !checker.isArrayType(one) && (one.flags & ts.TypeFlags.Object) !== 0,
    );
    if (!object) return [`${at}: object`];
    if (checker.getIndexInfosOfType(object).length > 0) return [];
    return objectDifferences(checker, value as object, object, at);
  }
  const literals = possible.filter((one) => one.isStringLiteral()).map((one) => one.value);
  if (typeof value === 'string' && literals.length > 0)
    return literals.includes(value) ? [] : [`${at}: "${value}"`];
  const flag = {
    string: ts.TypeFlags.StringLike,
    number: ts.TypeFlags.NumberLike,
    boolean: ts.TypeFlags.BooleanLike,
  };
  const wanted = flag[typeof value as keyof typeof flag];
  return possible.some(({ flags }) => (flags & wanted) !== 0) ? [] : [`${at}: ${typeof value}`];
}

function objectDifferences(checker: Checker, value: object, type: Type, at: string): string[] {
  const properties = checker.getPropertiesOfType(type);
  const names = new Set(properties.map(({ name }) => name));
  const unknown = Object.keys(value).filter((key) => !names.has(key));
  return [
    ...unknown.map((key) => `${at}.${key}: not in the type`),
    ...properties.flatMap((property) => {
      const inner: unknown = Reflect.get(value, property.name);
      const path = `${at}.${property.name}`;
      if (inner === undefined) return isOptional(property) ? [] : [`${path}: missing`];
      return differences(checker, inner, checker.getTypeOfSymbol(property), path);
    }),
  ];
}

const OPTIONS = {
  strict: true,
  skipLibCheck: true,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  target: ts.ScriptTarget.ES2022,
  types: [],
};

/** Returns a host that also has the standard library, which `@ts-morph/common` contains as text. */
function hostWithLibrary() {
  const library = new Map(getLibFiles().map(({ fileName, text }) => [`/library/${fileName}`, text]));
  const host = ts.createCompilerHost(OPTIONS);
  return {
    ...host,
    getDefaultLibLocation: () => '/library',
    getDefaultLibFileName: () => '/library/lib.es2022.d.ts',
    fileExists: (file: string) => library.has(file) || host.fileExists(file),
    readFile: (file: string) => library.get(file) ?? host.readFile(file),
    getSourceFile: (...[file, version, ...rest]: Parameters<typeof host.getSourceFile>) => {
      const text = library.get(file);
      return text === undefined
        ? host.getSourceFile(file, version, ...rest)
        : ts.createSourceFile(file, text, version);
    },
  };
}

/**
 * Returns a function that lists how a JSON value differs from an interface of the installed `stripe` package: unknown or
 * missing keys, other types, and values that aren't documented.
 */
export function stripeTypes(files: readonly string[]) {
  const program = ts.createProgram(
    files.map((file) => `${STRIPE}/${file}.d.ts`),
    OPTIONS,
    hostWithLibrary(),
  );
  const checker = program.getTypeChecker();
  return (value: unknown, file: string, name: string): string[] => {
    const source = program.getSourceFile(`${STRIPE}/${file}.d.ts`);
    const symbol = source && checker.getSymbolAtLocation(source);
    const found = symbol && checker.getExportsOfModule(symbol).find((one) => one.name === name);
    if (!found) throw new Error(`The stripe package has no ${name} in ${file}.d.ts`);
    return differences(checker, value, checker.getDeclaredTypeOfSymbol(found), name);
  };
}
