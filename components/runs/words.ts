/** A layer's name as people read it: "judge:model" is "judge model". */
export function shortLayer(name: string): string {
  const [, kind, rest] = /^(rater|judge):(.+)$/s.exec(name) ?? [];

  return kind === undefined ? name : `${kind} ${rest}`;
}
