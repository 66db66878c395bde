import type { z } from 'zod';

/** What another process wrote is not what it must be. The message names the field. */
export class WrongField extends Error {}

/**
 * Checks what another process wrote. Throws WrongField.
 * @param path of the value, for the message: `data` → `data.lines.0.count: …`
 * @returns the fields of the schema
 */
export function checked<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  path?: string,
): z.infer<Schema> {
  const { data, error } = schema.safeParse(value);
  if (!error) return data;
  const [issue] = error.issues;
  const fields = [...(path ? [path] : []), ...(issue?.path ?? [])];
  throw new WrongField(`${fields.join('.') || 'it'}: ${issue?.message}`);
}

/** JSON of a file or channel that others can write; undefined if it does not fit the schema. */
export function readJson<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
): z.infer<Schema> | undefined {
  try {
    return checked(schema, JSON.parse(text));
  } catch {
    return undefined;
  }
}
