/**
 * Makes a value again only when the argument is another object than at the last call: a command is asked several times
 * about the same states.
 */
export function remembered<Argument extends object, Value>(
  make: (argument: Argument) => Value,
): (argument: Argument) => Value {
  let last: { argument: Argument; value: Value } | undefined;
  return (argument) => {
    if (last?.argument !== argument) last = { argument, value: make(argument) };
    return last.value;
  };
}
