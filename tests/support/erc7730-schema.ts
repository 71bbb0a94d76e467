/**
 * JSON Schema for the part of ERC-7730, version 2, that the descriptors use. Based on the text of the standard
 * (https://eips.ethereum.org/EIPS/eip-7730), but stricter than its schema: features that the descriptors don't use are
 * errors.
 */
const text = { type: 'string', minLength: 1 };
const address = { type: 'string', pattern: '^0x[0-9a-fA-F]{40}$' };

const member = '\\w+(?:\\[\\d*\\])* \\w+';
const parameter = `(?:${member}|\\(${member}(?:,${member})*\\)(?:\\[\\d*\\])* \\w+)`;

/**
 * A path in the arguments (`#` or relative), the descriptor (`$`), or the container (`@`). Slices are not supported.
 */
const path = {
  type: 'string',
  pattern:
    '^(?:@\\.(?:from|to|value|chainId)|(?:[#$]\\.)?[A-Za-z_]\\w*(?:\\.(?:[A-Za-z_]\\w*|\\[(?:-?\\d+)?\\]))*)$',
};

const object = (properties: Record<string, unknown>, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const deployments = object(
  {
    deployments: {
      type: 'array',
      items: object({ chainId: { type: 'integer', minimum: 1 }, address }, ['chainId', 'address']),
    },
  },
  ['deployments'],
);

const reference = object({ map: path, keyPath: path }, ['map', 'keyPath']);

const tokenAmount = {
  ...object({
    token: { anyOf: [address, path, reference] },
    tokenPath: path,
    nativeCurrencyAddress: address,
    threshold: { type: 'string', pattern: '^0x[0-9a-f]+$' },
    message: text,
  }),
  oneOf: [{ required: ['token'] }, { required: ['tokenPath'] }],
  dependentRequired: { message: ['threshold'] },
};

/** Parameters by format. Formats without an entry have no parameters. */
const params: Record<string, unknown> = {
  tokenAmount,
  addressName: object({
    types: { type: 'array', items: { enum: ['wallet', 'eoa', 'contract', 'token', 'collection'] } },
    sources: { type: 'array', items: text },
  }),
  date: object({ encoding: { enum: ['timestamp', 'blockheight'] } }, ['encoding']),
  unit: object({ base: text, decimals: { type: 'integer' }, prefix: { type: 'boolean' } }, ['base']),
  enum: object({ $ref: path }, ['$ref']),
};
const isRequired = new Set(['tokenAmount', 'date', 'unit', 'enum']);

const field = {
  oneOf: ['raw', 'amount', 'duration', 'tokenAmount', 'addressName', 'date', 'unit', 'enum'].map((format) =>
    object(
      {
        $id: text,
        path,
        label: text,
        format: { const: format },
        ...(params[format] ? { params: params[format] } : {}),
        visible: { enum: ['always', 'optional', 'never'] },
      },
      ['path', 'label', 'format', ...(isRequired.has(format) ? ['params'] : [])],
    ),
  ),
};

const format = object(
  {
    $id: text,
    intent: { ...text, maxLength: 30 },
    interpolatedIntent: text,
    fields: { type: 'array', items: field },
  },
  ['intent', 'interpolatedIntent', 'fields'],
);

export const erc7730Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  ...object(
    {
      $schema: { const: 'https://eips.ethereum.org/assets/eip-7730/erc7730-v2.schema.json' },
      context: {
        ...object({ $id: text, contract: deployments, eip712: deployments }),
        oneOf: [{ required: ['contract'] }, { required: ['eip712'] }],
      },
      metadata: object(
        {
          owner: text,
          contractName: text,
          info: object({ url: { type: 'string', format: 'uri' } }, ['url']),
          // When the descriptor is served, null values are replaced with the token addresses of the deployment.
          constants: { type: 'object', additionalProperties: { anyOf: [address, { type: 'null' }] } },
          maps: {
            type: 'object',
            additionalProperties: object(
              { $keyType: text, values: { type: 'object', additionalProperties: address } },
              ['values'],
            ),
          },
          enums: { type: 'object', additionalProperties: { type: 'object', additionalProperties: text } },
        },
        ['owner'],
      ),
      display: object(
        {
          formats: {
            type: 'object',
            minProperties: 1,
            // A function signature with canonical types and parameter names, without spaces after commas. A parameter can be
            // a tuple of values.
            propertyNames: { pattern: `^[A-Za-z_]\\w*\\((?:${parameter}(?:,${parameter})*)?\\)$` },
            additionalProperties: format,
          },
        },
        ['formats'],
      ),
    },
    ['$schema', 'context', 'metadata', 'display'],
  ),
};
