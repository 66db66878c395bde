import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { type AccountKind, type AccountName, accountName } from '#services/modules/messages/account-name.ts';
import type { InputMessage } from './field-messages.ts';
import type { InputError } from './refusals.ts';

/** A request that its schema refuses, by field. */
export class InvalidInput extends Error {
  readonly errors: readonly InputError[];

  constructor(errors: readonly InputError[]) {
    super('input refused by its schema');
    this.errors = errors;
  }
}

/** The maximum number of errors: a body of ten thousand bad lines gets the first of them. */
const MAX_ERRORS = 50;
/** Characters of an error's field: callers choose the keys of their objects. */
const MAX_FIELD_LENGTH = 200;

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

function valueAt(input: unknown, path: Path): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

/** Sentences that a schema names itself, in its `message`. */
const named: Readonly<Record<string, InputMessage>> = {
  required: { key: 'required' },
  malformed: { key: 'malformed' },
  not_a_link: { key: 'not_a_link' },
  hidden_characters: { key: 'hidden_characters' },
  out_of_range: { key: 'out_of_bounds' },
  region: { key: 'region' },
  receiver_name: { key: 'receiver_name' },
  receiver_phone: { key: 'receiver_phone' },
  receiver_address: { key: 'receiver_address' },
  receiver_lines: { key: 'receiver_lines' },
  postal_code: { key: 'postal_code' },
  holder_name: { key: 'holder_name' },
  resident_id: { key: 'resident_id' },
};

function sizeMessage(issue: Issue & { code: 'too_small' | 'too_big' }): InputMessage {
  const small = issue.code === 'too_small';
  const bound = String(small ? issue.minimum : issue.maximum);
  switch (issue.origin) {
    case 'string':
      return small ? { key: 'too_short', min: bound } : { key: 'too_long', max: bound };
    case 'array':
      return small ? { key: 'required' } : { key: 'too_many', max: bound };
    default:
      return small ? { key: 'too_small', min: bound } : { key: 'too_big', max: bound };
  }
}

function messageOf(issue: Issue, value: unknown): InputMessage {
  const own = named[issue.message];
  if (own !== undefined) return own;
  if (value === undefined) return { key: 'required' };
  switch (issue.code) {
    case 'too_small':
    case 'too_big':
      return issue.code === 'too_small' && value === '' ? { key: 'required' } : sizeMessage(issue);
    case 'invalid_type':
      return issue.expected === 'int' ? { key: 'not_whole' } : { key: 'malformed' };
    case 'invalid_value':
      return { key: 'not_one_of', choices: issue.values.map(String).join(', ') };
    default:
      return { key: 'malformed' };
  }
}

/** A value of a type that a branch does not accept: a text for a number, or anything for the empty text. */
function isOtherKind(issue: Issue): boolean {
  if (issue.code === 'invalid_type') return issue.expected !== 'int';
  return issue.code === 'invalid_value' && issue.values.every((value) => value === '');
}

/** The branch of a union that accepts the input's type. */
function matchingBranch(issue: Issue & { code: 'invalid_union' }): readonly Issue[] {
  const branches = issue.errors.filter((branch) => branch.some((one) => !isOtherKind(one)));
  return branches.length === 1 ? (branches[0] ?? []) : [];
}

/** Each key is cut first, so that the text does not keep a long one in memory. */
const fieldOf = (path: Path): string =>
  path
    .map((key) => String(key).slice(0, MAX_FIELD_LENGTH))
    .join('.')
    .slice(0, MAX_FIELD_LENGTH);

function errorsOf(issue: Issue, input: unknown, above: Path): InputError[] {
  const path = [...above, ...issue.path];
  if (issue.code === 'invalid_union') {
    const inner = matchingBranch(issue);
    if (inner.length > 0) return inner.flatMap((one) => errorsOf(one, input, path));
  }
  return [{ field: fieldOf(path), message: messageOf(issue, valueAt(input, path)) }];
}

/** Runs for every request. With `for in`, V8 discards and repeats the compilation all the time. */
function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(holdsNul);
}

/** Fields that hold a NUL, which PostgreSQL cannot store; schemas that forget to ask are covered. */
function nulFields(value: unknown, path: Path = [], found: string[] = []): string[] {
  if (typeof value === 'string' && value.includes('\0')) found.push(fieldOf(path));
  if (typeof value !== 'object' || value === null) return found;
  for (const key in value) {
    if (found.length >= MAX_ERRORS) break;
    nulFields(value[key as keyof typeof value], [...path, key], found);
  }
  return found;
}

/** Validates with the route's zod schema; errors are by field, without the input. */
export const validateWithZod: FastifySchemaCompiler<z.ZodType> = ({ schema }) => {
  return (input: unknown) => {
    if (holdsNul(input)) {
      const errors = nulFields(input).map((field) => ({ field, message: { key: 'malformed' } }) as const);
      return { error: new InvalidInput(errors) };
    }
    const result = schema.safeParse(input);
    if (result.success) return { value: result.data };
    const errors: InputError[] = [];
    for (const issue of result.error.issues) {
      errors.push(...errorsOf(issue, input, []));
      if (errors.length >= MAX_ERRORS) break;
    }
    return { error: new InvalidInput(errors.slice(0, MAX_ERRORS)) };
  };
};

/** The account that a field names. Throws InvalidInput when it is no email address and no phone number. */
export function requireAccount(text: string, kind?: AccountKind): AccountName {
  const account = accountName(text, kind);
  if (account === undefined) {
    throw new InvalidInput([{ field: 'account', message: { key: text === '' ? 'required' : 'malformed' } }]);
  }
  return account;
}
