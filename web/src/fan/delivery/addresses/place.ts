/** A place by the codes of its regions, each empty while nothing is chosen. */
export interface Place {
  province: string;
  city: string;
  area: string;
  street: string;
}

const LEVELS = ['province', 'city', 'area', 'street'] as const satisfies readonly (keyof Place)[];

export const nowhere: Place = { province: '', city: '', area: '', street: '' };

/** The place with another region at that level; lower levels are cleared. */
export function below(place: Place, level: keyof Place, code: string): Place {
  const at = LEVELS.indexOf(level);
  const parents = Object.fromEntries(LEVELS.slice(0, at).map((name) => [name, place[name]]));
  return { ...nowhere, ...parents, [level]: code };
}
